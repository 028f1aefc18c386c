/* Vectors and words of what is believed and of what was said. A filter has to be in the vector index to
 * be exact; quantisation is off because the default one loses a sixth of the neighbours. */
// params: dimensions
CYPHER 25
CREATE VECTOR INDEX graphmem_fact_vectors IF NOT EXISTS FOR (n:Believed) ON (n.embedding)
WITH [n.namespace, n.stance, n.valid_at, n.invalid_at, n.recorded_at, n.expired_at]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'none'}};
CYPHER 25
CREATE VECTOR INDEX graphmem_turn_vectors IF NOT EXISTS FOR (n:Turn) ON (n.embedding) WITH [n.namespace]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'none'}};
CYPHER 25
CREATE VECTOR INDEX graphmem_episode_vectors IF NOT EXISTS FOR (n:Episode) ON (n.embedding) WITH [n.namespace]
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine', `vector.quantization.type`: 'none'}};
CYPHER 25
CREATE FULLTEXT INDEX graphmem_words IF NOT EXISTS FOR (n:Believed|Turn|Episode) ON EACH [n.words]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}};
