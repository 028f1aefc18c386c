/* Texts whose words are not there to be found. */
// params:
CYPHER 25
MATCH (n:Believed|Turn|Episode) WHERE n.namespace IS NOT NULL AND n.words IS NULL
RETURN collect(
  CASE
    WHEN n:Fact THEN n {.namespace, .id, .version, .text, kind: 'fact'}
    WHEN n:Turn THEN n {.namespace, .id, .episode, .ordinal, .role, .speaker, .text, .offset, at: toString(n.at), kind: 'turn'}
    ELSE n {.namespace, .id, text: n.summary, kind: 'episode'}
  END) AS items
