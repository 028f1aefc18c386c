"""For those who write an adapter or test against a memory: a frozen clock, and the contract of every store."""

from __future__ import annotations

from graphmem.testing.clock import FrozenClock

__all__ = ["FrozenClock"]
