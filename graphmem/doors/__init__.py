"""Doors: the command line, HTTP, MCP and the page. Thin: all say the verbs of `Memory`."""
