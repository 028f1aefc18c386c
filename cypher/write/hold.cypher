/* Locks a namespace that is there; no row if it is not. */
// params: namespace
CYPHER 25
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
RETURN n.name AS name
