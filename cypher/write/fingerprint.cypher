/* Remembers for which policies the slots were computed. */
// params: fingerprint
CYPHER 25
MATCH (m:Graphmem {name: 'graphmem'})
SET m.policies = $fingerprint
