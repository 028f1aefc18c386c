/* The episodes that happened last, newest first, with their turns. */
// params: namespace, limit
CYPHER 25
MATCH (e:Episode)
WHERE e.namespace = $namespace AND e.occurred_at IS NOT NULL
WITH e ORDER BY e.namespace DESC, e.occurred_at DESC, e.id LIMIT $limit
RETURN collect(e {.*, embedding: null, words: null,
  occurred_at: toString(e.occurred_at), recorded_at: toString(e.recorded_at),
  turns: COLLECT {
    MATCH (e)-[:HAS_TURN]->(t:Turn)
    RETURN t {.*, embedding: null, words: null, at: toString(t.at)}
  }}) AS episodes
