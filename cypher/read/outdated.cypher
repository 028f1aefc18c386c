/* Namespaces whose slots were derived under other policies. */
// params: policies
CYPHER 25
MATCH (n:Namespace) WHERE n.policies <> $policies
RETURN collect(n.name) AS names
