/* Marks of what is believed and of what waits for a vector, as the properties say. */
// params: open, dimensions
CYPHER 25
CALL () {
  MATCH (f:Fact) WHERE f.expired_at = $open AND NOT f:Believed
  SET f:Believed
}
CALL () {
  MATCH (f:Fact) WHERE f.expired_at <> $open AND f:Believed
  REMOVE f:Believed, f:Unembedded
}
CALL () {
  MATCH (n:Believed|Turn|Episode) WHERE size(n.embedding) <> $dimensions
  REMOVE n.embedding
}
MATCH (n:Believed|Turn|Episode) WHERE n.namespace IS NOT NULL AND n.embedding IS NULL AND n.words <> ''
SET n:Unembedded
