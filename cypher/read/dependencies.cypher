/* All that staleness rests on: assertions that depend on a line or release one, the facts those lines
 * are now, and every version of these. */
// params: namespace
CYPHER 25
RETURN
  COLLECT {
    MATCH (a:Dependent {namespace: $namespace})
    RETURN a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
      valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at),
      withdrawn_at: toString(a.withdrawn_at)}
  } AS declared,
  COLLECT {
    MATCH (a:Dependent {namespace: $namespace})
    UNWIND a.depends_on AS line
    WITH DISTINCT line
    MATCH (on:Assertion {namespace: $namespace, line: line})
    RETURN DISTINCT [on.line, on.fact]
  } AS lines,
  COLLECT {
    MATCH (a:Dependent {namespace: $namespace})
    UNWIND a.depends_on AS line
    WITH DISTINCT line
    MATCH (on:Assertion {namespace: $namespace, line: line})
    WITH DISTINCT on.fact AS fact
    MATCH (f:Fact {namespace: $namespace, id: fact}) WHERE f.version IS NOT NULL
    RETURN f {.id, .version, .said, .subject, .predicate, .object, .object_name, .category, .stance,
      valid_at: toString(f.valid_at), invalid_at: toString(f.invalid_at), .valid_precision, .invalid_precision,
      .valid_offset, .invalid_offset, recorded_at: toString(f.recorded_at),
      expired_at: toString(f.expired_at), .text}
  } AS depended
