/* Which episodes mention some entities, and whom some episodes mention: [episode, entity, name]. */
// params: namespace, entities, episodes
CYPHER 25
CALL () {
  UNWIND $entities AS id
  MATCH (e:Episode)-[m:MENTIONS]->(:Entity {namespace: $namespace, id: id})
  RETURN e.id AS episode, id AS entity, m.name AS name
  UNION
  UNWIND $episodes AS id
  MATCH (:Episode {namespace: $namespace, id: id})-[m:MENTIONS]->(e:Entity)
  RETURN id AS episode, e.id AS entity, m.name AS name
}
RETURN collect([episode, entity, name]) AS mentions
