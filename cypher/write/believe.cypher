/* What follows from it: rows that no longer hold expire and lose their edges, new ones are appended with
 * theirs, and the namespace's clock and sequence move on. `rows`: {properties, labels, edges: [{type,
 * predicate}]}, times as texts. `said`: live assertions that are new or moved. `tangled`: facts whose successions are redrawn. */
// params: namespace, now, open, sequence, policies, expired, rows, said, tangled, unlinked, linked
CYPHER 25 replan=skip
CALL () {
  UNWIND $expired AS key
  MATCH (f:Fact {namespace: $namespace, id: key[0], version: key[1]})
  SET f.expired_at = $now
  REMOVE f:Believed, f:Unembedded
  WITH f
  CALL (f) {
    MATCH (f)-[past:SUPERSEDES|DEPENDS_ON]-()
    DELETE past
  }
  MATCH (s:Entity)-[:SUBJECT_OF]->(f)-[:OBJECT]->(o:Entity)
  MATCH (s)-[edge]->(o) WHERE edge.fact = f.id AND edge.version = f.version
  DELETE edge
}
CALL () {
  UNWIND $rows AS row
  WITH row, row.properties AS given
  CREATE (f:Fact)
  SET f = given {.*, valid_at: datetime(given.valid_at), invalid_at: datetime(given.invalid_at),
    recorded_at: datetime(given.recorded_at), expired_at: datetime(given.expired_at)}, f:$(row.labels)
  WITH f, row
  CALL (f) {
    MATCH (s:Entity {namespace: $namespace, id: f.subject})
    CREATE (s)-[:SUBJECT_OF]->(f)
  }
  CALL (f) {
    MATCH (o:Entity {namespace: $namespace, id: f.object})
    CREATE (f)-[:OBJECT]->(o)
  }
  CALL (f) {
    MATCH (a:Assertion {namespace: $namespace, fact: f.id}) WHERE a.withdrawn_at = $open
    CREATE (a)-[:SUPPORTS]->(f)
  }
  UNWIND row.edges AS drawn
  MATCH (s:Entity {namespace: $namespace, id: f.subject})
  MATCH (o:Entity {namespace: $namespace, id: f.object})
  CREATE (s)-[edge:$(drawn.type) {namespace: $namespace, fact: f.id, version: f.version, valid_at: f.valid_at,
    invalid_at: f.invalid_at}]->(o)
  SET edge.predicate = drawn.predicate
}
CALL () {
  UNWIND $said AS said
  MATCH (a:Assertion {namespace: $namespace, id: said.id})
  MATCH (f:Fact {namespace: $namespace, id: said.fact}) WHERE f.version IS NOT NULL AND f:Believed
  MERGE (a)-[:SUPPORTS]->(f)
}
CALL () {
  UNWIND $tangled AS id
  MATCH (f:Fact {namespace: $namespace, id: id}) WHERE f.version IS NOT NULL
  MATCH (f)-[past:SUPERSEDES]-()
  DELETE past
}
CALL () {
  UNWIND $unlinked AS pair
  MATCH (f:Fact {namespace: $namespace, id: pair[0], version: pair[1]})-[past:SUPERSEDES]->
    (:Fact {namespace: $namespace, id: pair[2], version: pair[3]})
  DELETE past
}
CALL () {
  UNWIND $linked AS pair
  MATCH (newer:Fact {namespace: $namespace, id: pair[0], version: pair[1]}) WHERE newer:Believed
  MATCH (older:Fact {namespace: $namespace, id: pair[2], version: pair[3]}) WHERE older:Believed
  MERGE (newer)-[:SUPERSEDES]->(older)
}
MATCH (n:Namespace {name: $namespace})
SET n.recorded_at = $now, n.sequence = $sequence, n.policies = $policies
