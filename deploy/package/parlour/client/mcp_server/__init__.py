"""`parlour-mcp`: a house as tools, resources and prompts for language models (MCP). It is one player, and a client of
the door for programs like any other: the house knows nothing of it."""
