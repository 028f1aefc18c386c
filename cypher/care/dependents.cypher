/* For each namespace, the facts that depend on something. */
// params:
CYPHER 25
MATCH (a:Dependent)
WITH a.namespace AS namespace, collect(DISTINCT a.fact) AS facts
RETURN collect({namespace: namespace, facts: facts}) AS dependents
