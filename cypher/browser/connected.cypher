/* The most connected entities, by the facts that hold at a date. `as_of`: a date, or '' for now. */
// params: namespace, as_of, limit
CYPHER 25
WITH CASE $as_of WHEN '' THEN datetime() ELSE datetime($as_of) END AS at
MATCH (e:Entity) WHERE e.namespace = $namespace AND e.id IS NOT NULL
MATCH (e)-[:SUBJECT_OF|OBJECT]-(f:Believed)
WHERE f.stance = 'stated' AND f.valid_at <= at AND f.invalid_at > at
WITH e, at, count(DISTINCT f) AS facts, collect(DISTINCT f.predicate) AS relations
ORDER BY facts DESC, e.name
LIMIT toInteger($limit)
OPTIONAL MATCH edge = (e)-[r]-(:Entity) WHERE r.fact IS NOT NULL AND r.valid_at <= at AND r.invalid_at > at
RETURN e.name AS entity, e.kind AS kind, facts, relations, e, collect(edge) AS edges
ORDER BY facts DESC, entity
