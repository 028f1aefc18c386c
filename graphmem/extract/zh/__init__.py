"""Chinese, by rules: text → clauses → frames (subject, dates, mood) → patterns → candidates; `reader` joins them."""
