/* What language models were asked for so far. */
// params:
CYPHER 25
MATCH (u:Usage)
WITH u ORDER BY u.model
RETURN collect(u {.model, .calls, .prompt_tokens, .completion_tokens}) AS usage
