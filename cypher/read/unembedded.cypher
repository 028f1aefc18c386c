/* Texts that still lack their vector. */
// params: limit
CYPHER 25
MATCH (n:Unembedded)
WITH n LIMIT $limit
RETURN collect(
  CASE
    WHEN n:Fact THEN n {.namespace, .id, .version, .text, kind: 'fact'}
    WHEN n:Turn THEN n {.namespace, .id, .episode, .ordinal, .role, .speaker, .text, .offset, at: toString(n.at), kind: 'turn'}
    ELSE n {.namespace, .id, text: n.summary, kind: 'episode'}
  END) AS items
