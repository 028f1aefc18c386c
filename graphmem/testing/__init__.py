"""For those who write an adapter, or test against a memory: a frozen clock, and the contract that every store keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphmem.testing.clock import FrozenClock

if TYPE_CHECKING:
    from graphmem.testing.contract import StoreContract

__all__ = ["FrozenClock", "StoreContract"]


def __getattr__(name: str) -> Any:
    """The contract needs pytest; the clock does not."""
    if name == "StoreContract":
        from graphmem.testing.contract import StoreContract

        return StoreContract
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
