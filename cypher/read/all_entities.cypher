/* Every entity of a namespace, by name. */
// params: namespace
CYPHER 25
MATCH (e:Entity)
WHERE e.namespace = $namespace AND e.id IS NOT NULL
WITH e ORDER BY e.name, e.id
RETURN collect(e {.*}) AS entities
