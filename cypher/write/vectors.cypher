/* Vectors for texts that still are what was embedded. Their namespaces are locked first, in order: a write
 * links the same nodes, and would otherwise deadlock with this. */
// params: namespaces, facts, turns, episodes
CYPHER 25 replan=skip
CALL () {
  UNWIND $namespaces AS name
  MATCH (n:Namespace {name: name})
  SET n.lock = true
}
CALL () {
  UNWIND $facts AS item
  MATCH (n:Fact {namespace: item.namespace, id: item.id, version: item.version}) WHERE n.text = item.text
  CALL db.create.setNodeVectorProperty(n, 'embedding', item.vector)
  REMOVE n:Unembedded
}
CALL () {
  UNWIND $turns AS item
  MATCH (n:Turn {namespace: item.namespace, id: item.id}) WHERE n.words = item.words
  CALL db.create.setNodeVectorProperty(n, 'embedding', item.vector)
  REMOVE n:Unembedded
}
CALL () {
  UNWIND $episodes AS item
  MATCH (n:Episode {namespace: item.namespace, id: item.id}) WHERE n.summary = item.text
  CALL db.create.setNodeVectorProperty(n, 'embedding', item.vector)
  REMOVE n:Unembedded
}
