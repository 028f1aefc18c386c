/* Every assertion of a namespace. */
// params: namespace
CYPHER 25
MATCH (a:Assertion) WHERE a.namespace = $namespace AND a.id IS NOT NULL
RETURN collect(a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
  valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at),
  withdrawn_at: toString(a.withdrawn_at)}) AS assertions
