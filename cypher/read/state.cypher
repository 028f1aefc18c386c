/* A token that every write to the namespace changes, and that no later namespace of that name has; '' if there is none. */
// params: namespace
CYPHER 25 replan=skip
OPTIONAL MATCH (n:Namespace {name: $namespace})
RETURN CASE WHEN n IS NULL THEN ''
  ELSE coalesce(n.made, '') + ' ' + toString(n.recorded_at) + ' ' + toString(n.sequence) END AS state
