/* Turns by id, and all those of some episodes. */
// params: namespace, ids, episodes
CYPHER 25
CALL () {
  UNWIND $ids AS id MATCH (t:Turn {namespace: $namespace, id: id}) RETURN t
  UNION
  UNWIND $episodes AS id MATCH (t:Turn {namespace: $namespace, episode: id}) RETURN t
}
RETURN collect(t {.namespace, .id, .episode, .ordinal, .role, .speaker, .text, .offset, at: toString(t.at)}) AS turns
