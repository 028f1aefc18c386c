"""The reader of Chinese and code-mixed sentences."""

from __future__ import annotations

from graphmem.extract.zh.reader import read

__all__ = ["read"]
