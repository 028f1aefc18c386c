/* Policies as nodes: each is replaced whole, `dropped` ones go. A node without `synced`, or whose settings
 * no longer match it, is the operator's. */
// params: policies, dropped
CYPHER 25
CALL () {
  UNWIND $dropped AS name
  MATCH (p:Predicate {name: name})
  DETACH DELETE p
}
UNWIND $policies AS policy
MERGE (p:Predicate {name: policy.name})
SET p = policy
