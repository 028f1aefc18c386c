/* Ids of facts from `prefix` up to `end`, at most two: enough to tell that it is not one. */
// params: namespace, prefix, end
CYPHER 25
MATCH (a:Assertion) WHERE a.namespace = $namespace AND a.fact >= $prefix AND a.fact < $end
WITH DISTINCT a.fact AS fact LIMIT 2
RETURN collect(fact) AS facts
