/* Who has a memory here. */
// params:
CYPHER 25
MATCH (n:Namespace)
WITH n.name AS name ORDER BY name
RETURN collect(name) AS names
