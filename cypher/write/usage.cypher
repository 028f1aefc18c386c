/* Adds to what a language model was asked for so far. */
// params: model, calls, prompt_tokens, completion_tokens
CYPHER 25
MERGE (u:Usage {model: $model})
  ON CREATE SET u.calls = 0, u.prompt_tokens = 0, u.completion_tokens = 0
SET u.calls = u.calls + $calls, u.prompt_tokens = u.prompt_tokens + $prompt_tokens,
  u.completion_tokens = u.completion_tokens + $completion_tokens
