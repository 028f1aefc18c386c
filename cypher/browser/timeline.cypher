/* The timeline of a relation: every version of its facts, with when it was true and when it was believed.
 * `relation`: such as 'lives_in', or '' for all; `name`: its subject, or 'user'. */
// params: namespace, name, relation, limit
CYPHER 25
MATCH (e:Entity) USING INDEX e:Entity(namespace, id) WHERE e.namespace = $namespace AND e.id IS NOT NULL
  AND (($name = 'user' AND e.person) OR toLower(e.name) = toLower($name)
    OR any(alias IN e.aliases WHERE toLower(alias) = toLower($name)))
MATCH (e)-[:MERGED_INTO*0..20]->(now:Entity) WHERE NOT (now)-[:MERGED_INTO]->()
MATCH subject = (now)-[:SUBJECT_OF]->(f:Fact) WHERE $relation = '' OR f.predicate = $relation
OPTIONAL MATCH object = (f)-[:OBJECT]->(:Entity)
RETURN DISTINCT f.text AS fact, f.version AS version,
  CASE WHEN f.valid_at.year > 1 THEN toString(date(f.valid_at)) END AS since,
  CASE WHEN f.invalid_at.year < 9999 THEN toString(date(f.invalid_at)) END AS until,
  toString(date(f.recorded_at)) AS believed_from,
  CASE WHEN f.expired_at.year < 9999 THEN toString(date(f.expired_at)) END AS believed_until,
  f.stance AS stance, subject, object
ORDER BY since, believed_from, fact, version
LIMIT toInteger($limit)
