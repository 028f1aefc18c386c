/* The evidence of a fact: who said it, when, in which words, in which episode. `fact`: its id or the first digits
 * of it, or '' for the newest evidence of all. */
// params: namespace, fact, limit
CYPHER 25
MATCH (f:Fact) WHERE f.namespace = $namespace AND f.recorded_at IS NOT NULL
  AND f.expired_at >= datetime('9999-01-01') AND f.id STARTS WITH $fact
MATCH said = (episode:Episode)-[:HAS_TURN]->(t:Turn)-[evidence:EVIDENCE_FOR]->(a:Assertion)-[:SUPPORTS]->(f)
MATCH subject = (:Entity)-[:SUBJECT_OF]->(f)
RETURN f.text AS fact, evidence.quote AS quote, coalesce(nullIf(t.speaker, ''), t.role) AS speaker,
  toString(date(a.said_at)) AS said_at, a.stance AS stance, a.source AS source, episode.summary AS episode, f.id AS id,
  said, subject
ORDER BY a.said_at DESC, a.sequence DESC, fact
LIMIT toInteger($limit)
