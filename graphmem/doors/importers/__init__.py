"""Conversations and memories of other programs → what the verbs take. Each module knows one form by its shape."""
