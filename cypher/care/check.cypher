/* What is missing, stray or out of step, each kind with how many and one of them. `types`: predicate → type of its
 * edges, RELATED where it has none. */
// params: open, dimensions, types
CYPHER 25
CALL () {
  MATCH (n:Unembedded)
  RETURN 'missing: vector' AS kind, n.id AS example
  UNION ALL
  MATCH (n:Believed|Turn|Episode)
  WHERE n.namespace IS NOT NULL AND n.embedding IS NULL AND n.words <> '' AND NOT n:Unembedded
  RETURN 'missing: mark of a missing vector' AS kind, n.id AS example
  UNION ALL
  MATCH (n:Believed|Turn|Episode) WHERE size(n.embedding) <> $dimensions
  RETURN 'wrong: vector of another size' AS kind, n.id AS example
  UNION ALL
  MATCH (n:Believed|Turn|Episode) WHERE n.namespace IS NOT NULL AND n.words IS NULL
  RETURN 'missing: words' AS kind, n.id AS example
  UNION ALL
  MATCH (f:Fact) WHERE (f.expired_at = $open) <> f:Believed
  RETURN 'wrong: mark of what is believed' AS kind, f.id AS example
  UNION ALL
  MATCH (f:Fact) WHERE NOT EXISTS { (f)<-[:SUBJECT_OF]-(:Entity {id: f.subject}) }
    OR (f.object <> '' AND NOT EXISTS { (f)-[:OBJECT]->(:Entity {id: f.object}) })
  RETURN 'missing: edge to a subject or an object' AS kind, f.id AS example
  UNION ALL
  MATCH (f:Fact)
  WHERE f.expired_at = $open AND f.stance = 'stated' AND f.object <> '' AND NOT EXISTS {
    (:Entity {namespace: f.namespace, id: f.subject})-[e]->(:Entity {id: f.object})
    WHERE e.fact = f.id AND e.version = f.version AND type(e) = coalesce($types[f.predicate], 'RELATED')
  }
  RETURN 'missing: typed edge' AS kind, f.id AS example
  UNION ALL
  MATCH (s:Entity)-[e]->(o:Entity)
  WHERE e.fact IS NOT NULL AND NOT EXISTS {
    MATCH (f:Fact {namespace: e.namespace, id: e.fact, version: e.version})
    WHERE f.expired_at = $open AND f.stance = 'stated' AND f.subject = s.id AND f.object = o.id
      AND type(e) = coalesce($types[f.predicate], 'RELATED')
  }
  RETURN 'stray: typed edge' AS kind, e.fact AS example
  UNION ALL
  MATCH (f:Believed)
  MATCH (a:Assertion {namespace: f.namespace, fact: f.id})
  WHERE a.withdrawn_at = $open AND NOT EXISTS { (a)-[:SUPPORTS]->(f) }
  RETURN 'missing: support of a fact' AS kind, f.id AS example
  UNION ALL
  MATCH (f:Believed) WHERE f.stance = 'stated'
  CALL (f) {
    MATCH (a:Assertion {namespace: f.namespace, fact: f.id})
    RETURN a.slot AS slot LIMIT 1
  }
  WITH f.namespace AS namespace, slot, f ORDER BY f.valid_at
  WITH namespace, slot, collect(f) AS line
  UNWIND range(1, size(line) - 1) AS i
  WITH line[i] AS newer, line[i - 1] AS older
  WHERE newer.id <> older.id AND NOT EXISTS { (newer)-[:SUPERSEDES]->(older) }
  RETURN 'missing: succession' AS kind, newer.id AS example
  UNION ALL
  MATCH (f:Believed) WHERE f.stance = 'stated'
  CALL (f) {
    MATCH (a:Assertion {namespace: f.namespace, fact: f.id})
    RETURN a.slot AS slot LIMIT 1
  }
  WITH f.namespace AS namespace, slot, f ORDER BY f.valid_at
  WITH namespace, slot, collect(f) AS line
  UNWIND range(0, size(line) - 1) AS i
  WITH line[i] AS newer, CASE WHEN i > 0 THEN line[i - 1] END AS before
  MATCH (newer)-[:SUPERSEDES]->(older:Fact) WHERE before IS NULL OR older <> before OR older.id = newer.id
  RETURN 'stray: succession' AS kind, newer.id AS example
  UNION ALL
  MATCH (newer:Fact)-[:SUPERSEDES|DEPENDS_ON]->(older:Fact) WHERE NOT (newer:Believed AND older:Believed)
  RETURN 'stray: edge of a row no longer believed' AS kind, newer.id AS example
  UNION ALL
  MATCH (a:Assertion)
  MATCH (t:Turn {namespace: a.namespace, id: a.turn}) WHERE NOT EXISTS { (t)-[:EVIDENCE_FOR]->(a) }
  RETURN 'missing: evidence of an assertion' AS kind, a.id AS example
  UNION ALL
  MATCH (t:Turn) WHERE t.namespace IS NOT NULL AND NOT EXISTS { (:Episode)-[:HAS_TURN]->(t) }
  RETURN 'orphan: turn (without its episode)' AS kind, t.id AS example
  UNION ALL
  MATCH (n:Name) WHERE n.namespace IS NOT NULL AND NOT EXISTS { (n)-[:NAMES]->(:Entity {id: n.entity}) }
  RETURN 'orphan: name (without its entity)' AS kind, n.key AS example
  UNION ALL
  MATCH (e:Entity)
  WHERE e.person = false AND NOT EXISTS { (e)-[:SUBJECT_OF|OBJECT]-(:Fact) }
    AND NOT EXISTS { (:Episode)-[:MENTIONS]->(e) } AND NOT EXISTS { (e)-[:MERGED_INTO]-() }
    AND NOT EXISTS { (:Assertion {namespace: e.namespace, subject: e.id}) }
    AND NOT EXISTS { (:Assertion {namespace: e.namespace, object: e.id}) }
    AND NOT EXISTS { (:Assertion {namespace: e.namespace, replaces: e.id}) }
    AND NOT EXISTS { MATCH (m:Merge) WHERE m.namespace = e.namespace AND e.id IN [m.source, m.target] }
  RETURN 'orphan: entity (that nothing names)' AS kind, e.id AS example
}
WITH kind, count(*) AS count, min(example) AS example
RETURN collect({kind: kind, count: count, example: example}) AS findings
