"""A memory as tools of an agent: plain functions from texts to a text, for any framework, and easy to keep."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING

from graphmem.errors import GraphmemError
from graphmem.names import namespace_name

if TYPE_CHECKING:
    from graphmem.memory import Memory


def memory_tools(memory: Memory, user: str, max_tokens: int = 1000) -> list[Callable[..., str]]:
    """Functions `remember`, `recall`, `profile`, `correct` and `forget` over the memory of `user`.

    Arguments and answers are texts, so a checkpoint holds a call whole, and running one again tells that it is known
    already. What cannot be done is an answer too, not an exception. Raises InvalidInput for a blank user.
    """
    whose = namespace_name(user)

    def remember(text: str) -> str:
        """Remember what the user said of themselves or of others, in their own words. Tells what changed and why."""
        return str(memory.remember(text, whose))

    def recall(question: str) -> str:
        """Look up what is known that helps to answer a question. Facts come dated, each with its [id]."""
        return memory.recall(question, whose).prompt(max_tokens) or "nothing is known about that"

    def profile() -> str:
        """Everything that is known of the user, by theme, each fact dated and with its [id]."""
        return str(memory.profile(user=whose)) or "nothing is known yet"

    def correct(fact_id: str, value: str) -> str:
        """Put another value in the place of a fact that was never true. `fact_id`: as shown in brackets."""
        return str(memory.correct(fact_id, user=whose, object=value))

    def forget(fact_id: str) -> str:
        """Erase a fact for good, with the words that said it, when the user asks for that."""
        receipt = memory.forget(user=whose, fact=fact_id)
        return "erased: " + ", ".join(f"{n} {kind}" for kind, n in sorted(receipt.erased.items()) if n)

    return [_told(tool) for tool in (remember, recall, profile, correct, forget)]


def _told(tool: Callable[..., str]) -> Callable[..., str]:
    @wraps(tool)
    def called(*args: str, **kwargs: str) -> str:
        try:
            return tool(*args, **kwargs)
        except GraphmemError as error:
            return f"error: {error}"

    return called
