/* Episodes by id, with their turns. */
// params: namespace, ids
CYPHER 25
UNWIND $ids AS id
MATCH (e:Episode {namespace: $namespace, id: id})
RETURN collect(e {.id, .session, .summary, .topics, .importance,
  occurred_at: toString(e.occurred_at), recorded_at: toString(e.recorded_at),
  turns: COLLECT {
    MATCH (e)-[:HAS_TURN]->(t:Turn)
    RETURN t {.namespace, .id, .episode, .ordinal, .role, .speaker, .text, .offset, at: toString(t.at)}
  }}) AS episodes
