/* Assertions by any of the ways a decision asks for; the lists given are alternatives. */
// params: namespace, facts, lines, episodes, turns, entities
CYPHER 25 replan=skip
CALL () {
  UNWIND $facts AS id MATCH (a:Assertion {namespace: $namespace, fact: id}) RETURN a
  UNION
  UNWIND $lines AS id MATCH (a:Assertion {namespace: $namespace, line: id}) RETURN a
  UNION
  UNWIND $episodes AS id MATCH (a:Assertion {namespace: $namespace, episode: id}) RETURN a
  UNION
  UNWIND $turns AS id MATCH (a:Assertion {namespace: $namespace, turn: id}) RETURN a
  UNION
  UNWIND $entities AS id MATCH (a:Assertion {namespace: $namespace, subject: id}) RETURN a
  UNION
  UNWIND $entities AS id MATCH (a:Assertion {namespace: $namespace, object: id}) RETURN a
  UNION
  UNWIND $entities AS id MATCH (a:Assertion {namespace: $namespace, replaces: id}) RETURN a
}
RETURN collect(a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
  valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at),
  withdrawn_at: toString(a.withdrawn_at)}) AS assertions
