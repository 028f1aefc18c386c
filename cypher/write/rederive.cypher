/* Assertions that a merge, a split, a policy or a withdrawal has moved: they support nothing until
 * `write/believe` says what. */
// params: namespace, moved, withdrawn
CYPHER 25
CALL () {
  UNWIND $moved AS row
  MATCH (a:Assertion {namespace: $namespace, id: row.id})
  SET a.slot = row.slot, a.fact = row.fact, a.replaced_slot = row.replaced_slot,
    a.replaced_fact = row.replaced_fact
}
CALL () {
  UNWIND $withdrawn AS row
  MATCH (a:Assertion {namespace: $namespace, id: row.id})
  SET a.withdrawn_at = row.withdrawn_at, a.withdrawn_why = row.withdrawn_why
}
UNWIND [row IN $moved | row.id] + [row IN $withdrawn | row.id] AS id
MATCH (a:Assertion {namespace: $namespace, id: id})-[past:SUPPORTS]->(f:Fact) WHERE f:Believed
DELETE past
