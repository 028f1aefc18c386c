/* Erases nodes with all their edges; an erased row's typed edge goes before it, an erased entity's names with it. */
// params: namespace, rows, assertions, turns, episodes, entities, names, mentions
CYPHER 25
CALL () {
  UNWIND $rows AS key
  MATCH (f:Fact {namespace: $namespace, id: key[0], version: key[1]})
  CALL (f) {
    MATCH (s:Entity)-[:SUBJECT_OF]->(f)-[:OBJECT]->(o:Entity)
    MATCH (s)-[edge]->(o) WHERE edge.fact = f.id AND edge.version = f.version
    DELETE edge
  }
  DETACH DELETE f
}
CALL () {
  UNWIND $assertions AS id MATCH (a:Assertion {namespace: $namespace, id: id}) DETACH DELETE a
}
CALL () {
  UNWIND $turns AS id MATCH (t:Turn {namespace: $namespace, id: id}) DETACH DELETE t
}
CALL () {
  UNWIND $episodes AS id MATCH (e:Episode {namespace: $namespace, id: id}) DETACH DELETE e
}
CALL () {
  UNWIND $mentions AS row
  MATCH (:Episode {namespace: $namespace, id: row[0]})-[m:MENTIONS {name: row[2]}]->
    (:Entity {namespace: $namespace, id: row[1]})
  DELETE m
}
CALL () {
  UNWIND $entities AS id MATCH (n:Name {namespace: $namespace, entity: id}) DETACH DELETE n
}
CALL () {
  UNWIND $entities AS id MATCH (e:Entity {namespace: $namespace, id: id}) DETACH DELETE e
}
UNWIND $names AS name
MATCH (n:Name {namespace: $namespace, key: name.key, kind: name.kind, ordinal: name.ordinal})
DETACH DELETE n
