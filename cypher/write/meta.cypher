/* Claims a database for a schema and an embedding model; one that was claimed before stays as it is. */
// params: schema, model_id, dimensions
CYPHER 25
MERGE (m:Graphmem {name: 'graphmem'})
  ON CREATE SET m.schema = $schema, m.model_id = $model_id, m.dimensions = $dimensions
RETURN properties(m) AS meta
