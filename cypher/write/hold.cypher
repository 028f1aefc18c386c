/* Locks a namespace that is there, to erase some of it; no row if it is not. Its sequence moves on, as caches go by it. */
// params: namespace
CYPHER 25
MATCH (n:Namespace {name: $namespace})
SET n.lock = true, n.sequence = n.sequence + 1
RETURN n.name AS name
