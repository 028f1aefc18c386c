/* Episodes by id, with their turns. */
// params: namespace, ids
CYPHER 25
UNWIND $ids AS id
MATCH (e:Episode {namespace: $namespace, id: id})
RETURN collect(e {.id, .session, .summary, occurred_at: toString(e.occurred_at),
  recorded_at: toString(e.recorded_at), .topics, .importance,
  turns: COLLECT {
    MATCH (e)-[:HAS_TURN]->(t:Turn)
    RETURN t {.id, .episode, .ordinal, .role, .speaker, .text, at: toString(t.at), .offset}
  }}) AS episodes
