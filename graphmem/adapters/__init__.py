"""A memory inside other programs: asyncio, the OpenAI client, agent frameworks. Each module stands by itself."""
