/* Episodes by id, with their turns. */
// params: namespace, ids
CYPHER 25
UNWIND $ids AS id
MATCH (e:Episode {namespace: $namespace, id: id})
RETURN collect(e {.*, embedding: null, words: null,
  occurred_at: toString(e.occurred_at), recorded_at: toString(e.recorded_at),
  turns: COLLECT {
    MATCH (e)-[:HAS_TURN]->(t:Turn)
    RETURN t {.*, embedding: null, words: null, at: toString(t.at)}
  }}) AS episodes
