/* Stale facts: they hold at a date, but something they depend on does not, or was erased. To be confirmed.
 * `as_of`: a date, or '' for now. */
// params: namespace, as_of, limit
CYPHER 25
WITH CASE $as_of WHEN '' THEN datetime() ELSE datetime($as_of) END AS at
MATCH (a:Dependent {namespace: $namespace}) WHERE a.withdrawn_at >= datetime('9999-01-01')
UNWIND a.depends_on AS line
WITH at, a, line
WHERE NOT EXISTS {
  MATCH (later:Dependent {namespace: $namespace, fact: a.fact})
  WHERE later.withdrawn_at >= datetime('9999-01-01') AND later.sequence > a.sequence AND line IN later.releases
}
CALL (line) {
  OPTIONAL MATCH (on:Assertion {namespace: $namespace, line: line})
  RETURN collect(DISTINCT on.fact) + line AS grounds
}
WITH at, a.fact AS fact, line, grounds
CALL (at, grounds) {
  OPTIONAL MATCH (g:Fact) WHERE g.namespace = $namespace AND g.id IN grounds AND g.version IS NOT NULL AND g:Believed
  RETURN coalesce(collect(g.text)[-1], 'erased') AS ground,
    count(CASE WHEN g.stance = 'stated' AND g.valid_at <= at AND g.invalid_at > at THEN 1 END) > 0 AS holds
}
WITH at, collect(CASE WHEN NOT holds THEN fact END) AS fallen,
  collect(CASE WHEN NOT holds THEN {fact: fact, ground: ground} END) AS reasons
UNWIND fallen AS first
MATCH (b:Fact) WHERE b.namespace = $namespace AND b.id = first AND b.version IS NOT NULL AND b:Believed
MATCH chain = (f:Believed)-[:DEPENDS_ON*0..20]->(b)
WHERE f.stance = 'stated' AND f.valid_at <= at AND f.invalid_at > at
MATCH subject = (:Entity)-[:SUBJECT_OF]->(f)
OPTIONAL MATCH ground = (b)-[:DEPENDS_ON]->(:Believed)
RETURN f.text AS fact, CASE WHEN f.valid_at.year > 1 THEN toString(date(f.valid_at)) END AS since,
  [r IN reasons WHERE r.fact = first | r.ground] AS depends_on, f.id AS id, chain, subject, collect(ground) AS grounds
ORDER BY fact
LIMIT toInteger($limit)
