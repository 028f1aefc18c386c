/* Locks every namespace until the transaction ends. */
// params:
CYPHER 25
MATCH (n:Namespace)
SET n.lock = true
