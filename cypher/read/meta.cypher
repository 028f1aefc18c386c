/* What this database is: schema, embedding model, and every relation's policy as it stands. */
// params:
CYPHER 25
OPTIONAL MATCH (m:Graphmem {name: 'graphmem'})
RETURN properties(m) AS meta,
  COLLECT { MATCH (p:Predicate) RETURN properties(p) AS policy ORDER BY p.name } AS predicates
