/* Entities by id. */
// params: namespace, ids
CYPHER 25 replan=skip
UNWIND $ids AS id
MATCH (e:Entity {namespace: $namespace, id: id})
RETURN collect(e {.*}) AS entities
