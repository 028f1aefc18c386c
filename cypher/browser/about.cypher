/* Everything about an entity: all that is believed of it, whenever it holds. `name`: any name of it, or 'user'. */
// params: namespace, name, limit
CYPHER 25
MATCH (e:Entity) USING INDEX e:Entity(namespace, id) WHERE e.namespace = $namespace AND e.id IS NOT NULL
  AND (($name = 'user' AND e.person) OR toLower(e.name) = toLower($name)
    OR any(alias IN e.aliases WHERE toLower(alias) = toLower($name)))
MATCH (e)-[:MERGED_INTO*0..20]->(now:Entity) WHERE NOT (now)-[:MERGED_INTO]->()
MATCH (now)-[:SUBJECT_OF|OBJECT]-(f:Believed)
WITH DISTINCT f
MATCH subject = (s:Entity)-[:SUBJECT_OF]->(f)
OPTIONAL MATCH object = (f)-[:OBJECT]->(:Entity)
RETURN f.text AS fact, f.stance AS stance,
  CASE WHEN f.valid_at.year > 1 THEN toString(date(f.valid_at)) END AS since,
  CASE WHEN f.invalid_at.year < 9999 THEN toString(date(f.invalid_at)) END AS until,
  f.id AS id, subject, object
ORDER BY until IS NOT NULL, f.predicate, since, fact
LIMIT toInteger($limit)
