/* Returns when every index can be used: on an empty database, at once. */
// params: seconds
CYPHER 25
CALL db.awaitIndexes($seconds)
