/* Draws DEPENDS_ON between believed rows, for the facts that a write touched. What an assertion depends on
 * holds until a later one releases it. */
// params: namespace, open, facts
CYPHER 25
CALL () {
  UNWIND $facts AS id
  MATCH (f:Fact {namespace: $namespace, id: id}) WHERE f.version IS NOT NULL
  MATCH (f)-[past:DEPENDS_ON]->()
  DELETE past
}
MATCH (a:Dependent {namespace: $namespace}) WHERE a.withdrawn_at = $open
UNWIND a.depends_on AS line
WITH a, line
WHERE NOT EXISTS {
  MATCH (b:Dependent {namespace: $namespace, fact: a.fact})
  WHERE b.withdrawn_at = $open AND b.sequence > a.sequence AND line IN b.releases
}
MATCH (on:Assertion {namespace: $namespace, line: line})
WITH DISTINCT a.fact AS fact, on.fact AS other
WHERE fact IN $facts OR other IN $facts
MATCH (f:Fact {namespace: $namespace, id: fact}) WHERE f.version IS NOT NULL AND f:Believed
MATCH (g:Fact {namespace: $namespace, id: other}) WHERE g.version IS NOT NULL AND g:Believed
MERGE (f)-[:DEPENDS_ON]->(g)
