/* The picture: entities and the typed edges between them, (Ana)-[:LIVES_IN]->(Turin), as they hold at a date. */
// params: namespace, as_of, limit
CYPHER 25
WITH CASE $as_of WHEN '' THEN datetime() ELSE datetime($as_of) END AS at
MATCH (s:Entity) WHERE s.namespace = $namespace AND s.id IS NOT NULL
MATCH path = (s)-[edge]->(o:Entity)
WHERE edge.fact IS NOT NULL AND edge.valid_at <= at AND edge.invalid_at > at
RETURN s.name AS subject, coalesce(edge.predicate, toLower(type(edge))) AS relation, o.name AS object,
  CASE WHEN edge.valid_at.year > 1 THEN toString(date(edge.valid_at)) END AS since, path
ORDER BY subject, relation, object
LIMIT toInteger($limit)
