/* How much there is of each kind, in all namespaces, and on what server. */
// params:
CYPHER 25
CALL () { CALL dbms.components() YIELD name, versions, edition RETURN collect([name, versions[0], edition]) AS parts }
RETURN parts, {
  namespace: count { (:Namespace) },
  episode: count { (:Episode) },
  turn: count { (:Turn) },
  entity: count { (:Entity) },
  name: count { (:Name) },
  mention: count { ()-[:MENTIONS]->() },
  assertion: count { (:Assertion) },
  fact: count { (:Fact) },
  believed: count { (:Believed) },
  merge: count { (:Merge) },
  pin: size(COLLECT { MATCH (n:Namespace) UNWIND n.pins AS pin RETURN pin }),
  unembedded: count { (:Unembedded) }
} AS counts
