/* Locks the namespace, made if need be, until the transaction ends; then reads what every write needs, and what this one asks for ahead.
 * Setting a property takes the lock; only what is read after it is what the writer before left. */
// params: namespace, person, first, keys, turns
CYPHER 25 replan=skip
MERGE (n:Namespace {name: $namespace})
  ON CREATE SET n.recorded_at = $first, n.sequence = 0, n.policies = '', n.made = randomUUID()
SET n.lock = true
WITH n
RETURN toString(n.recorded_at) AS recorded_at, n.sequence AS sequence, n.policies AS policies,
  toString(n.paused_at) AS paused_at,
  COLLECT {
    MATCH (m:Merge) WHERE m.namespace = $namespace AND m.id IS NOT NULL
    RETURN m {.*, recorded_at: toString(m.recorded_at), undone_at: toString(m.undone_at)}
  } AS merges,
  COLLECT {
    CALL () {
      MATCH (e:Entity {namespace: $namespace, id: $person}) RETURN e
      UNION
      UNWIND $keys AS key
      MATCH (:Name {namespace: $namespace, key: key})-[:NAMES]->(e:Entity) RETURN e
    }
    RETURN e {.*}
  } AS entities,
  COLLECT {
    UNWIND $keys AS key
    MATCH (name:Name {namespace: $namespace, key: key})
    RETURN name {.*}
  } AS names,
  COLLECT {
    UNWIND $turns AS id
    MATCH (t:Turn {namespace: $namespace, id: id})
    RETURN t {.namespace, .id, .episode, .ordinal, .role, .speaker, .text, .offset, at: toString(t.at)}
  } AS turns,
  EXISTS { MATCH (:Dependent {namespace: $namespace}) } AS dependents
