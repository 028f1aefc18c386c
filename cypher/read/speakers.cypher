/* Names under which users spoke, in the order of their first words. */
// params: namespace
CYPHER 25
MATCH (t:Turn) WHERE t.namespace = $namespace AND t.speaker > '' AND t.role = 'user'
WITH t.speaker AS speaker, min(t.at) AS first ORDER BY first, speaker
RETURN collect(speaker) AS speakers
