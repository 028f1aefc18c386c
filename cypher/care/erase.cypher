/* Erases up to `limit` nodes of a namespace and says how many of each kind; mentions and successions are
 * counted with the node they start at. Called again until nothing is left. */
// params: namespace, limit
CYPHER 25
CALL () {
  MATCH (n:Episode) WHERE n.namespace = $namespace AND n.id IS NOT NULL RETURN n, 'episode' AS kind
  UNION ALL
  MATCH (n:Turn) WHERE n.namespace = $namespace AND n.id IS NOT NULL RETURN n, 'turn' AS kind
  UNION ALL
  MATCH (n:Assertion) WHERE n.namespace = $namespace AND n.id IS NOT NULL RETURN n, 'assertion' AS kind
  UNION ALL
  MATCH (n:Fact) WHERE n.namespace = $namespace AND n.id IS NOT NULL AND n.version IS NOT NULL
  RETURN n, 'fact' AS kind
  UNION ALL
  MATCH (n:Name) WHERE n.namespace = $namespace AND n.key IS NOT NULL RETURN n, 'name' AS kind
  UNION ALL
  MATCH (n:Merge) WHERE n.namespace = $namespace AND n.id IS NOT NULL RETURN n, 'merge' AS kind
  UNION ALL
  MATCH (n:Entity) WHERE n.namespace = $namespace AND n.id IS NOT NULL RETURN n, 'entity' AS kind
}
WITH n, kind LIMIT $limit
WITH collect(n) AS gone, collect({kind: kind,
  mentions: count { (n)-[:MENTIONS]->() }, supersedes: count { (n)-[:SUPERSEDES]->() }}) AS tally
FOREACH (n IN gone | DETACH DELETE n)
CALL (tally) {
  UNWIND tally AS t
  WITH t.kind AS kind, count(*) AS count, sum(t.mentions) AS mentions, sum(t.supersedes) AS supersedes
  RETURN collect({kind: kind, count: count, mentions: mentions, supersedes: supersedes}) AS counted
}
RETURN counted AS gone
