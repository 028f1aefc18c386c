/* Which of these turns are kept. */
// params: namespace, ids
CYPHER 25
UNWIND $ids AS id
MATCH (t:Turn {namespace: $namespace, id: id})
RETURN collect(t.id) AS ids
