"""Embeddings: the port, and its adapters: bundled and offline, any OpenAI-compatible endpoint, hashing."""

from graphmem.embed.bundled import BundledEmbedder
from graphmem.embed.cache import CachedEmbedder
from graphmem.embed.endpoint import OpenAIEmbedder
from graphmem.embed.hashing import HashEmbedder
from graphmem.embed.port import Embedder, Kind, check_vectors

__all__ = [
    "BundledEmbedder",
    "CachedEmbedder",
    "Embedder",
    "HashEmbedder",
    "Kind",
    "OpenAIEmbedder",
    "check_vectors",
]
