/* What stands in some slots: their assertions, those that replace a value in them, and every version of
 * the facts these make and of `facts`, with the successions drawn between those believed. */
// params: namespace, slots, facts
CYPHER 25 replan=skip
CALL () {
  UNWIND $slots AS slot
  MATCH (a:Assertion {namespace: $namespace, slot: slot})
  RETURN a
  UNION
  UNWIND $slots AS slot
  MATCH (a:Assertion {namespace: $namespace, replaced_slot: slot})
  RETURN a
}
WITH collect(a) AS said
CALL (said) {
  UNWIND [a IN said WHERE a.slot IN $slots | a.fact] + $facts AS fact
  WITH DISTINCT fact
  MATCH (f:Fact {namespace: $namespace, id: fact})
  WHERE f.version IS NOT NULL
  RETURN collect(f) AS rows
}
RETURN
  [a IN said | a {.*, recorded_at: toString(a.recorded_at), said_at: toString(a.said_at),
    valid_at: toString(a.valid_at), invalid_at: toString(a.invalid_at),
    withdrawn_at: toString(a.withdrawn_at)}] AS assertions,
  [f IN rows | f {.id, .version, .said, .subject, .predicate, .object, .object_name, .category, .stance,
    .valid_precision, .invalid_precision, .valid_offset, .invalid_offset, .language, .text, valid_at: toString(f.valid_at),
    invalid_at: toString(f.invalid_at), recorded_at: toString(f.recorded_at), expired_at: toString(f.expired_at)}] AS rows,
  COLLECT {
    UNWIND rows AS newer
    MATCH (newer)-[:SUPERSEDES]->(older:Fact)
    RETURN [newer.id, newer.version, older.id, older.version]
  } AS supersedes
