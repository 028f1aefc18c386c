/* Pauses a namespace, since a time given as a text, or resumes it (null). */
// params: namespace, since
CYPHER 25
MATCH (n:Namespace {name: $namespace})
SET n.paused_at = datetime($since)
