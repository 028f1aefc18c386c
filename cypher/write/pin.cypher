/* Pins are by fact, whatever its version, so they are kept with the namespace. */
// params: namespace, pinned, unpinned
CYPHER 25
MATCH (n:Namespace {name: $namespace})
SET n.pins = [fact IN coalesce(n.pins, []) WHERE NOT fact IN $pinned AND NOT fact IN $unpinned] + $pinned
