/* What superseded what: each fact that took the place of another, newest first. `relation`: one, or '' for all. */
// params: namespace, relation, limit
CYPHER 25
MATCH (newer:Fact) WHERE newer.namespace = $namespace AND newer.recorded_at IS NOT NULL
  AND newer.expired_at >= datetime('9999-01-01') AND ($relation = '' OR newer.predicate = $relation)
MATCH succession = (newer)-[:SUPERSEDES]->(older:Believed)
MATCH subject = (:Entity)-[:SUBJECT_OF]->(newer)
RETURN newer.text AS fact, toString(date(newer.valid_at)) AS since, older.text AS superseded,
  CASE WHEN older.valid_at.year > 1 THEN toString(date(older.valid_at)) END AS held_since,
  CASE WHEN older.invalid_at.year < 9999 THEN toString(date(older.invalid_at)) END AS held_until,
  succession, subject
ORDER BY newer.valid_at DESC, fact
LIMIT toInteger($limit)
