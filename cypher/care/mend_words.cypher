/* Words for texts that lost theirs. */
// params: facts, turns, episodes
CYPHER 25
CALL () {
  UNWIND $facts AS item
  MATCH (n:Fact {namespace: item.namespace, id: item.id, version: item.version})
  SET n.words = item.words
}
CALL () {
  UNWIND $turns AS item MATCH (n:Turn {namespace: item.namespace, id: item.id}) SET n.words = item.words
}
UNWIND $episodes AS item
MATCH (n:Episode {namespace: item.namespace, id: item.id})
SET n.words = item.words
