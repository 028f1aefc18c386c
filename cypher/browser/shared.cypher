/* Entities that more than one episode mentions: what conversations have in common. */
// params: namespace, limit
CYPHER 25
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.id IS NOT NULL AND NOT e.person
MATCH mention = (episode:Episode)-[:MENTIONS]->(e)
WITH e, mention, episode ORDER BY episode.occurred_at
WITH e, count(DISTINCT episode) AS episodes, collect(DISTINCT toString(date(episode.occurred_at))) AS days,
  collect(mention) AS mentions
WHERE episodes > 1
RETURN e.name AS entity, e.kind AS kind, episodes, days, mentions
ORDER BY episodes DESC, entity
LIMIT toInteger($limit)
