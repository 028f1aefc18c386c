/* The episodes that happened last, newest first, with their turns. */
// params: namespace, limit
CYPHER 25
MATCH (e:Episode)
WHERE e.namespace = $namespace AND e.occurred_at IS NOT NULL
WITH e ORDER BY e.namespace DESC, e.occurred_at DESC, e.id LIMIT $limit
RETURN collect(e {.id, .session, .summary, .topics, .importance,
  occurred_at: toString(e.occurred_at), recorded_at: toString(e.recorded_at),
  turns: COLLECT {
    MATCH (e)-[:HAS_TURN]->(t:Turn)
    RETURN t {.namespace, .id, .episode, .ordinal, .role, .speaker, .text, .offset, at: toString(t.at)}
  }}) AS episodes
