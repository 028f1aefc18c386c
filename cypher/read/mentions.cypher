/* Which episodes mention some entities, and by what name. */
// params: namespace, entities
CYPHER 25
UNWIND $entities AS id
MATCH (e:Episode)-[m:MENTIONS]->(:Entity {namespace: $namespace, id: id})
RETURN collect([e.id, id, m.name]) AS mentions
