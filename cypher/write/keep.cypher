/* What was said, times as texts: episodes, their turns, entities and their names, mentions, assertions with their evidence.
 * Said again, it changes nothing; a text that changed waits for a new vector. */
// params: namespace, episodes, turns, entities, names, mentions, assertions
CYPHER 25 replan=skip
CALL () {
  UNWIND $episodes AS row
  MERGE (e:Episode {namespace: $namespace, id: row.id})
  WITH e, row, e.words IS NULL OR e.words <> row.words AS changed
  SET e += row {.*, occurred_at: datetime(row.occurred_at), recorded_at: datetime(row.recorded_at)}
  FOREACH (_ IN CASE WHEN changed THEN [1] ELSE [] END | REMOVE e.embedding, e:Unembedded)
  FOREACH (_ IN CASE WHEN changed AND row.words <> '' THEN [1] ELSE [] END | SET e:Unembedded)
}
CALL () {
  UNWIND $turns AS row
  MERGE (t:Turn {namespace: $namespace, id: row.id})
  WITH t, row, t.words IS NULL OR t.words <> row.words AS changed
  SET t += row {.*, at: datetime(row.at)}
  FOREACH (_ IN CASE WHEN changed THEN [1] ELSE [] END | REMOVE t.embedding, t:Unembedded)
  FOREACH (_ IN CASE WHEN changed AND row.words <> '' THEN [1] ELSE [] END | SET t:Unembedded)
  WITH t, row
  MATCH (e:Episode {namespace: $namespace, id: row.episode})
  MERGE (e)-[:HAS_TURN]->(t)
}
CALL () {
  UNWIND $entities AS row
  MERGE (e:Entity {namespace: $namespace, id: row.id})
  SET e += row
}
CALL () {
  UNWIND $names AS row
  MERGE (n:Name {namespace: $namespace, key: row.key, kind: row.kind, ordinal: row.ordinal})
  SET n.entity = row.entity
  WITH n, row
  CALL (n, row) {
    MATCH (n)-[moved:NAMES]->(other:Entity) WHERE other.id <> row.entity
    DELETE moved
  }
  MATCH (e:Entity {namespace: $namespace, id: row.entity})
  MERGE (n)-[:NAMES]->(e)
}
CALL () {
  UNWIND $mentions AS row
  MATCH (e:Episode {namespace: $namespace, id: row[0]})
  MATCH (thing:Entity {namespace: $namespace, id: row[1]})
  MERGE (e)-[:MENTIONS {name: row[2]}]->(thing)
}
CALL () {
  UNWIND $assertions AS row
  MERGE (a:Assertion {namespace: $namespace, id: row.id})
    ON CREATE SET a = row {.*, recorded_at: datetime(row.recorded_at), said_at: datetime(row.said_at), valid_at: datetime(row.valid_at),
      invalid_at: datetime(row.invalid_at), withdrawn_at: datetime(row.withdrawn_at)}
  FOREACH (_ IN CASE WHEN row.depends_on <> [] OR row.releases <> [] THEN [1] ELSE [] END | SET a:Dependent)
  WITH a
  MATCH (t:Turn {namespace: $namespace, id: a.turn})
  MERGE (t)-[said:EVIDENCE_FOR]->(a)
    ON CREATE SET said.quote = a.quote
}
