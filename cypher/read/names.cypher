/* The names under some keys, the entities they name, and the merges that say what those are now. */
// params: namespace, keys
CYPHER 25 replan=skip
RETURN
  COLLECT {
    UNWIND $keys AS key
    MATCH (n:Name {namespace: $namespace, key: key})
    RETURN n {.*}
  } AS names,
  COLLECT {
    UNWIND $keys AS key
    MATCH (:Name {namespace: $namespace, key: key})-[:NAMES]->(e:Entity)
    RETURN DISTINCT e {.*}
  } AS entities,
  COLLECT {
    MATCH (m:Merge) WHERE m.namespace = $namespace AND m.id IS NOT NULL
    RETURN m {.*, recorded_at: toString(m.recorded_at), undone_at: toString(m.undone_at)}
  } AS merges
