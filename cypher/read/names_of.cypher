/* All names of some entities. */
// params: namespace, entities
CYPHER 25 replan=skip
UNWIND $entities AS entity
MATCH (n:Name {namespace: $namespace, entity: entity})
RETURN collect(n {.*}) AS names
