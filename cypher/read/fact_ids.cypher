/* Ids of facts that begin from `prefix` up to `end`, now or before a merge; at most two: enough to tell that it is not one. */
// params: namespace, prefix, end
CYPHER 25
CALL () {
  MATCH (a:Assertion) WHERE a.namespace = $namespace AND a.fact >= $prefix AND a.fact < $end
  WITH DISTINCT a.fact AS fact LIMIT 2
  RETURN fact
  UNION
  MATCH (a:Assertion) WHERE a.namespace = $namespace AND a.line >= $prefix AND a.line < $end
  WITH DISTINCT a.fact AS fact LIMIT 2
  RETURN fact
}
WITH DISTINCT fact LIMIT 2
RETURN collect(fact) AS facts
