/* Removes turns without an episode, names without an entity, and entities that nothing names. */
// params:
CYPHER 25
CALL () {
  MATCH (t:Turn) WHERE t.namespace IS NOT NULL AND NOT EXISTS { (:Episode)-[:HAS_TURN]->(t) }
  DETACH DELETE t
}
CALL () {
  MATCH (n:Name) WHERE n.namespace IS NOT NULL AND NOT EXISTS { (n)-[:NAMES]->(:Entity {id: n.entity}) }
  DETACH DELETE n
}
MATCH (e:Entity)
WHERE e.person = false AND NOT EXISTS { (e)-[:SUBJECT_OF|OBJECT]-(:Fact) }
  AND NOT EXISTS { (:Episode)-[:MENTIONS]->(e) } AND NOT EXISTS { (e)-[:MERGED_INTO]-() }
  AND NOT EXISTS { (:Assertion {namespace: e.namespace, subject: e.id}) }
  AND NOT EXISTS { (:Assertion {namespace: e.namespace, object: e.id}) }
  AND NOT EXISTS { (:Assertion {namespace: e.namespace, replaces: e.id}) }
  AND NOT EXISTS { MATCH (m:Merge) WHERE m.namespace = e.namespace AND e.id IN [m.source, m.target] }
OPTIONAL MATCH (n:Name)-[:NAMES]->(e)
DETACH DELETE n, e
