/* Every version of some facts, and the rows derived from some assertions. */
// params: namespace, facts, said
CYPHER 25 replan=skip
CALL () {
  UNWIND $facts AS id
  MATCH (f:Fact {namespace: $namespace, id: id}) WHERE f.version IS NOT NULL
  RETURN f
  UNION
  UNWIND $said AS id
  MATCH (f:Fact {namespace: $namespace, said: id})
  RETURN f
}
RETURN collect(f {.id, .version, .said, .subject, .predicate, .object, .object_name, .category, .stance,
    .valid_precision, .invalid_precision, .valid_offset, .invalid_offset, .language, .text, valid_at: toString(f.valid_at),
    invalid_at: toString(f.invalid_at), recorded_at: toString(f.recorded_at), expired_at: toString(f.expired_at)}) AS rows
