"""The bodies of requests, each with an example. What they mean is checked by the engine; here that they are whole."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from graphmem.errors import InvalidInput
from graphmem.model import Source, Stance
from graphmem.tokens import encodable

At = Annotated[
    str | None, Field(description="When it was said, such as 2026-05-03T09:00+02:00; default: now.")
]
DryRun = Annotated[bool, Field(description="Tell what would change, and change nothing.")]
Date = Annotated[str | None, Field(description="Such as 2026, 2026-05, 2026-05-03 or an instant.")]
MaxTokens = Annotated[int, Field(ge=1, le=100_000, description="The prompt has at most so many tokens.")]
Conversing = Literal["user", "assistant", "system", "tool"]
_DEEPEST = 8


def _example(**example: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"example": example})


class Asked(BaseModel):
    """A body: what is not known in it is refused, so that a slip of the pen is not left out silently.

    A lone surrogate, which no answer could repeat, becomes U+FFFD. What is nested deeper than any body is left to the
    fields, which refuse it.
    """

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _sendable(cls, given: Any) -> Any:
        return _encodable(given)


def _encodable(given: Any, depth: int = _DEEPEST) -> Any:
    if isinstance(given, str):
        return encodable(given)
    if isinstance(given, list) and depth:
        return [_encodable(value, depth - 1) for value in given]
    if isinstance(given, dict) and depth:
        return {name: _encodable(value, depth - 1) for name, value in given.items()}
    return given


class Opened(Asked):
    model_config = _example(id="monday")
    id: str | None = Field(None, min_length=1, max_length=200, description="One's own id; else a new one.")


class Said(Asked):
    model_config = _example(role="user", content="I moved from Lyon to Turin in May.", at="2026-06-01")
    role: Conversing
    content: str
    at: At = None
    name: str = Field("", description="Who speaks, if not the user.")


class Messages(Asked):
    model_config = _example(
        messages=[
            {"role": "user", "content": "I moved from Lyon to Turin in May."},
            {"role": "assistant", "content": "How is Turin?"},
        ]
    )
    messages: list[Said] = Field(min_length=1, max_length=1_000, description="In the order they were said.")


class Working(Asked):
    """What the agent is doing now; null leaves it as it is."""

    model_config = _example(intent="book a train", tool="timetable")
    intent: str | None = None
    tool: str | None = None
    last_result: str | None = None


class Remembered(Asked):
    model_config = _example(text="I moved from Lyon to Turin in May. 我喜欢火锅。", at="2026-06-01")
    text: str
    at: At = None
    name: str = Field("", description="Who says it, if not the user.")
    dry_run: DryRun = False


class Recalled(Asked):
    model_config = _example(query="Where does Ana live?", limit=5, max_tokens=600)
    query: str
    limit: int = Field(10, ge=1, le=1000, description="At most so many facts and turns.")
    max_tokens: int | None = Field(
        None, ge=1, le=100_000, description="Given, the answer has a `prompt` of at most so many tokens."
    )
    as_of: Date = None
    known_at: Date = None
    stance: Stance = "stated"
    topic: str | None = None
    kind: str | None = None
    predicate: str | list[str] | None = None
    since: Date = None
    until: Date = None


class Context(Asked):
    model_config = _example(query="Where do I live?", max_tokens=1500, session="monday")
    query: str
    max_tokens: MaxTokens = 1500
    session: str | None = Field(None, min_length=1, description="A live session; with it all three tiers.")


class InSession(Asked):
    model_config = _example(query="And the cheaper one?", max_tokens=1500)
    query: str
    max_tokens: MaxTokens = 1500


class NewFact(Asked):
    """One structured fact; what is left out is as in `Memory.add_fact`."""

    model_config = _example(subject="Ana", predicate="lives_in", object="Turin", valid_at="2026-05")
    subject: str = Field(description="A name; `user` is the person.")
    predicate: str = Field(description="A relation, such as lives_in.")
    object: str
    at: At = None
    valid_at: Date = None
    invalid_at: Date = None
    stance: Stance | None = None
    source: Source | None = None
    confidence: float | None = Field(None, ge=0, le=1)
    category: str | None = None
    subject_kind: str | None = None
    object_kind: str | None = None
    replaces: str | None = Field(None, description="The object that this one ends.")
    depends_on: list[str] | None = Field(None, description="Ids of facts that it hangs on.")
    episode: str | None = Field(None, description="A name to keep it under, for forgetting.")

    def given(self) -> dict[str, Any]:
        return self.model_dump(exclude_none=True, exclude={"dry_run"})


class OneFact(NewFact):
    dry_run: DryRun = False


class Facts(Asked):
    model_config = _example(
        facts=[
            {"subject": "Ana", "predicate": "lives_in", "object": "Turin", "valid_at": "2026-05"},
            {"subject": "user", "predicate": "likes", "object": "火锅"},
        ]
    )
    facts: list[NewFact] = Field(min_length=1, max_length=10_000)
    dry_run: DryRun = False


class Correction(Asked):
    model_config = _example(object="Milan")
    object: str = Field(description="What it was all along.")
    at: At = None
    valid_at: Date = None
    invalid_at: Date = None
    dry_run: DryRun = False


class Retraction(Asked):
    model_config = _example(why="a joke")
    why: Annotated[str, Field(description="Kept in its history.")] = "retracted"
    dry_run: DryRun = False


class Confirmation(Asked):
    model_config = _example(at="2026-06-01")
    at: At = None
    dry_run: DryRun = False


class Refused(Asked):
    model_config = _example(dry_run=True)
    dry_run: DryRun = False


class Merged(Asked):
    model_config = _example(into="Bob")
    into: str = Field(description="The name, or the id, it is known as from now on.")


class Apart(Asked):
    model_config = _example(facts=["324f66e6f5e8dfbd"])
    facts: list[str] = Field(min_length=1, description="Ids of the facts that are about the other one.")


class Document(Asked):
    model_config = _example(name="handbook.md", text="# Duty\n\n夜班由小林负责。\n")
    name: str
    text: str
    at: At = None
    dry_run: DryRun = False


class Forgotten(Asked):
    """Exactly one of these."""

    model_config = _example(episode="handbook.md")
    episode: str | None = Field(None, description="An episode's id, or the name it was added under.")
    fact: str | None = Field(None, description="A fact's id: it goes with the words that said it.")
    everything: bool = Field(False, description="All that is kept of the user.")

    def target(self) -> dict[str, str | None]:
        """What `Memory.forget` takes. Raises InvalidInput unless just one thing is named."""
        named: dict[str, str | None] = {
            name: getattr(self, name) for name in ("episode", "fact") if name in self.model_fields_set
        }
        if len(named) + self.everything != 1:
            raise InvalidInput("give one of episode, fact and everything=true")
        return named


class Relation(Asked):
    """What is to change of a relation; what is left out stays."""

    model_config = _example(cardinality="one", theme="owning", words={"en": "drives", "zh": "开"})
    cardinality: Literal["one", "many"] | None = None
    opposes: str | None = None
    per_category: bool | None = None
    fixed: bool | None = None
    object: Literal["entity", "literal"] | None = None
    kind: str | None = None
    theme: str | None = None
    sensitive: bool | None = None
    words: dict[str, str] | None = None


class Chat(Asked):
    model_config = _example(user="ana", message="Where do I live?", session="monday")
    user: str | None = Field(None, description="Whose memory; a key for one user says it by itself.")
    message: str = Field(min_length=1, max_length=100_000)
    session: str | None = Field(
        None, min_length=1, max_length=200, description="To go on with; else a new one."
    )
    max_tokens: MaxTokens = 1500
    stream: bool = Field(False, description="Answer in server-sent events: session, delta …, done or error.")


class Cleared(Asked):
    model_config = _example(user="ana", session="monday")
    user: str | None = Field(None, description="Whose memory; a key for one user says it by itself.")
    session: str | None = Field(None, min_length=1, description="Only this one; else all that are live.")
