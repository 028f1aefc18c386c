/* Which of these turns are kept, and since when the namespace is paused. */
// params: namespace, turns
CYPHER 25 replan=skip
OPTIONAL MATCH (n:Namespace {name: $namespace})
RETURN toString(n.paused_at) AS paused_at,
  COLLECT {
    UNWIND $turns AS id
    MATCH (t:Turn {namespace: $namespace, id: id})
    RETURN t.id
  } AS turns
