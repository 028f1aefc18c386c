"""The MCP door: the verbs as tools, and all tools of the official memory server and of mcp-neo4j-memory.

`graph` and `pages` need no SDK; `server` does, and is imported when it is started.
"""
