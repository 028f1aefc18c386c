/* Every merge and split of a namespace, undone ones too. */
// params: namespace
CYPHER 25
MATCH (m:Merge) WHERE m.namespace = $namespace AND m.id IS NOT NULL
RETURN collect(m {.*, recorded_at: toString(m.recorded_at), undone_at: toString(m.undone_at)}) AS merges
