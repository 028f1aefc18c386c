/* All that staleness rests on: assertions that depend on a line or release one, the facts those lines
 * are now, and every version of these. */
// params: namespace
CYPHER 25
CALL () {
  MATCH (a:Dependent {namespace: $namespace})
  RETURN collect(a) AS declared
}
CALL (declared) {
  UNWIND declared AS a
  UNWIND a.depends_on AS line
  WITH DISTINCT line
  MATCH (on:Assertion {namespace: $namespace, line: line})
  RETURN collect(DISTINCT [on.line, on.fact]) AS lines
}
CALL (lines) {
  UNWIND lines AS pair
  UNWIND pair AS fact
  WITH DISTINCT fact
  MATCH (f:Fact {namespace: $namespace, id: fact}) WHERE f.version IS NOT NULL
  RETURN collect(f) AS depended
}
RETURN
  [a IN declared | a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
    valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at),
    withdrawn_at: toString(a.withdrawn_at)}] AS declared,
  lines,
  [f IN depended | f {.id, .version, .said, .subject, .predicate, .object, .object_name, .category, .stance,
    .valid_precision, .invalid_precision, .valid_offset, .invalid_offset, .language, .text, valid_at: toString(f.valid_at),
    invalid_at: toString(f.invalid_at), recorded_at: toString(f.recorded_at), expired_at: toString(f.expired_at)}] AS depended
