/* Merges and splits, made or undone; an entity merged as a whole points at what it is now. */
// params: namespace, open, merges
CYPHER 25
UNWIND $merges AS row
MERGE (m:Merge {namespace: $namespace, id: row.id})
SET m += row {.*, recorded_at: datetime(row.recorded_at), undone_at: datetime(row.undone_at)}
WITH row
CALL (row) {
  MATCH (:Entity {namespace: $namespace, id: row.source})-[past:MERGED_INTO]->
    (:Entity {namespace: $namespace, id: row.target})
  WHERE row.assertions = []
  DELETE past
}
MATCH (s:Entity {namespace: $namespace, id: row.source}) WHERE row.assertions = [] AND datetime(row.undone_at) = $open
MATCH (t:Entity {namespace: $namespace, id: row.target})
MERGE (s)-[:MERGED_INTO]->(t)
