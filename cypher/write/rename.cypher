/* Rows whose text follows a new name; a believed one waits for a new vector. */
// params: namespace, texts
CYPHER 25
UNWIND $texts AS row
MATCH (f:Fact {namespace: $namespace, id: row.id, version: row.version})
SET f.text = row.text, f.words = row.words
FOREACH (_ IN CASE WHEN f:Believed THEN [1] ELSE [] END | SET f:Unembedded REMOVE f.embedding)
