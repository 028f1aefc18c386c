"""A page for a person: what is remembered of a user, where from, and how to put it right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from graphmem import dates
from graphmem.errors import Unsupported

if TYPE_CHECKING:
    from fastapi import FastAPI

    from graphmem.doors.page.access import Keys
    from graphmem.memory import Memory


def mount(
    app: FastAPI,
    memory: Memory,
    keys: Keys | None = None,
    clock: Callable[[], datetime] = dates.now,
    erased: Callable[[str], None] = lambda user: None,
) -> None:
    """Adds the page to an application: at `/`, and under `/page/`; its other addresses are left alone.

    Without `keys` it answers only under this machine's own names, and shows every namespace to whoever asks. `clock`:
    what today is; `erased` is told of whom something was erased. The memory stays the caller's to close. Raises
    Unsupported where a package of the extra is missing.
    """
    try:
        from graphmem.doors.page.desk import Desk
        from graphmem.doors.page.routes import router
    except ModuleNotFoundError as error:
        raise Unsupported(f"the page needs {error.name}: pip install 'graphmem[server]'") from None
    app.include_router(router(Desk(memory, keys, clock, erased)))
