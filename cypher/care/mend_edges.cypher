/* Draws again what follows from the properties: subjects, objects, support, successions, typed edges; removes
 * edges that follow from nothing. DEPENDS_ON is drawn after it, by `write/depend`. `types`: as in `care/check`. */
// params: open, types
CYPHER 25
CALL () {
  MATCH (f:Fact)
  MATCH (s:Entity {namespace: f.namespace, id: f.subject})
  MERGE (s)-[:SUBJECT_OF]->(f)
}
CALL () {
  MATCH (f:Fact) WHERE f.object <> ''
  MATCH (o:Entity {namespace: f.namespace, id: f.object})
  MERGE (f)-[:OBJECT]->(o)
}
CALL () {
  MATCH (f:Believed)
  MATCH (a:Assertion {namespace: f.namespace, fact: f.id}) WHERE a.withdrawn_at = $open
  MERGE (a)-[:SUPPORTS]->(f)
}
CALL () {
  MATCH (a:Assertion)
  MATCH (t:Turn {namespace: a.namespace, id: a.turn})
  MERGE (t)-[said:EVIDENCE_FOR]->(a)
    ON CREATE SET said.quote = a.quote
}
CALL () {
  MATCH (t:Turn)
  MATCH (e:Episode {namespace: t.namespace, id: t.episode})
  MERGE (e)-[:HAS_TURN]->(t)
}
CALL () {
  MATCH (n:Name)
  MATCH (e:Entity {namespace: n.namespace, id: n.entity})
  MERGE (n)-[:NAMES]->(e)
}
CALL () {
  MATCH (:Fact)-[past:SUPERSEDES|DEPENDS_ON]->(:Fact)
  DELETE past
}
CALL () {
  MATCH (f:Believed) WHERE f.stance = 'stated'
  CALL (f) {
    MATCH (a:Assertion {namespace: f.namespace, fact: f.id})
    RETURN a.slot AS slot LIMIT 1
  }
  WITH f.namespace AS namespace, slot, f ORDER BY f.valid_at
  WITH namespace, slot, collect(f) AS line
  UNWIND range(1, size(line) - 1) AS i
  WITH line[i] AS newer, line[i - 1] AS older WHERE newer.id <> older.id
  CREATE (newer)-[:SUPERSEDES]->(older)
}
CALL () {
  MATCH (s:Entity)-[e]->(o:Entity)
  WHERE e.fact IS NOT NULL AND NOT EXISTS {
    MATCH (f:Fact {namespace: e.namespace, id: e.fact, version: e.version})
    WHERE f.expired_at = $open AND f.stance = 'stated' AND f.subject = s.id AND f.object = o.id
      AND type(e) = coalesce($types[f.predicate], 'RELATED')
  }
  DELETE e
}
MATCH (f:Believed)
WHERE f.stance = 'stated' AND f.object <> '' AND NOT EXISTS {
  (:Entity {namespace: f.namespace, id: f.subject})-[e]->(:Entity {id: f.object})
  WHERE e.fact = f.id AND e.version = f.version
}
MATCH (s:Entity {namespace: f.namespace, id: f.subject})
MATCH (o:Entity {namespace: f.namespace, id: f.object})
CREATE (s)-[drawn:$(coalesce($types[f.predicate], 'RELATED'))]->(o)
SET drawn = {namespace: f.namespace, fact: f.id, version: f.version, valid_at: f.valid_at, invalid_at: f.invalid_at,
  predicate: CASE WHEN $types[f.predicate] IS NULL THEN f.predicate END}
