"""What every store must do, as tests: an adapter's test class inherits them and gives one hook.

class TestMyStore(StoreContract):
    def open_memory(self, clock, **settings):
        return graphmem.open(ADDRESS, clock=clock, **{"embedder": HashEmbedder(), **settings})
"""

from __future__ import annotations

import pytest

_PARTS = ("asking", "importing", "keeping", "knowing", "owning", "searching", "writing")
pytest.register_assert_rewrite(*(f"graphmem.testing.{part}" for part in _PARTS))

from graphmem.testing.asking import AskingContract  # noqa: E402
from graphmem.testing.importing import ImportingContract  # noqa: E402
from graphmem.testing.keeping import KeepingContract  # noqa: E402
from graphmem.testing.knowing import KnowingContract  # noqa: E402
from graphmem.testing.owning import OwningContract  # noqa: E402
from graphmem.testing.searching import SearchingContract  # noqa: E402
from graphmem.testing.writing import WritingContract  # noqa: E402


class StoreContract(
    WritingContract,
    AskingContract,
    KnowingContract,
    SearchingContract,
    KeepingContract,
    ImportingContract,
    OwningContract,
):
    """The whole contract. See `graphmem.testing.base.Contract` for the hook and the fixtures."""
