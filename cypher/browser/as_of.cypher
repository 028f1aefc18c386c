/* What was true at a date, as best known or as it was known at another. `as_of`, `known_at`: dates, or '' for now
 * and for best known. */
// params: namespace, as_of, known_at, limit
CYPHER 25
WITH CASE $as_of WHEN '' THEN datetime() ELSE datetime($as_of) END AS at,
  CASE $known_at WHEN '' THEN datetime('9998-12-31') ELSE datetime($known_at) END AS known
MATCH subject = (:Entity)-[:SUBJECT_OF]->(f:Fact)
WHERE f.namespace = $namespace AND f.recorded_at <= known AND f.expired_at > known
  AND f.stance = 'stated' AND f.valid_at <= at AND f.invalid_at > at
OPTIONAL MATCH object = (f)-[:OBJECT]->(:Entity)
RETURN f.text AS fact, CASE WHEN f.valid_at.year > 1 THEN toString(date(f.valid_at)) END AS since,
  CASE WHEN f.invalid_at.year < 9999 THEN toString(date(f.invalid_at)) END AS until, f.id AS id, subject, object
ORDER BY f.predicate, since, fact
LIMIT toInteger($limit)
