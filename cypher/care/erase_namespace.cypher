/* The last of an erasure: the namespace itself, with its pins. */
// params: namespace
CYPHER 25
MATCH (n:Namespace {name: $namespace})
WITH n, size(coalesce(n.pins, [])) AS pins
DETACH DELETE n
RETURN pins
