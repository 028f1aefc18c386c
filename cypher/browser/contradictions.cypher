/* Contradictions: a fact that holds at a date, and what was said otherwise of the same time and lost by a rule alone:
 * it was inferred, or a relation of one value had two from the same start, or opposites came within a week. */
// params: namespace, as_of, limit
CYPHER 25
WITH CASE $as_of WHEN '' THEN datetime() ELSE datetime($as_of) END AS at
MATCH (f:Fact) WHERE f.namespace = $namespace AND f.recorded_at IS NOT NULL
  AND f.expired_at >= datetime('9999-01-01') AND f.stance = 'stated' AND f.valid_at <= at AND f.invalid_at > at
CALL (f) {
  MATCH (a:Assertion {namespace: $namespace, fact: f.id})
  WHERE a.stance = 'stated' AND a.withdrawn_at >= datetime('9999-01-01')
  RETURN a.slot AS slot, max(a.sequence) AS last, min(a.valid_at) AS begun,
    count(CASE WHEN a.source = 'explicit' THEN 1 END) > 0 AS firm
}
MATCH (other:Assertion {namespace: $namespace, slot: slot})
WHERE other.stance = 'stated' AND other.fact <> f.id AND other.withdrawn_at >= datetime('9999-01-01')
  AND (other.invalid_at > at)
  AND NOT EXISTS {
    MATCH (settled:Assertion {namespace: $namespace, fact: f.id})
    WHERE settled.sequence > other.sequence AND settled.turn <> other.turn
      AND settled.withdrawn_at >= datetime('9999-01-01') AND settled.replaced_fact = other.fact
  }
WITH f, begun, firm, other,
  CASE
    WHEN firm AND other.source = 'inferred' AND other.valid_at >= begun THEN 'inferred, and something else was said outright'
    WHEN f.predicate <> other.predicate AND other.valid_at >= begun - duration('P7D') AND other.valid_at <= begun + duration('P7D')
      THEN 'the opposite was said within a week of it'
    WHEN f.predicate = other.predicate AND other.valid_at = f.valid_at THEN 'another value was given from the same time on'
  END AS why
WHERE why IS NOT NULL
MATCH otherwise = (:Turn)-[:EVIDENCE_FOR]->(other)
MATCH subject = (:Entity)-[:SUBJECT_OF]->(f)
OPTIONAL MATCH object = (f)-[:OBJECT]->(:Entity)
RETURN f.text AS fact, other.quote AS otherwise_said, other.object_name AS otherwise_value, why, f.id AS id,
  subject, object, otherwise
ORDER BY fact, otherwise_said
LIMIT toInteger($limit)
