"""What tools take and give, as JSON schemas: the official server's names, and mcp-neo4j-memory's beside them."""

from __future__ import annotations

from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

# -- what the graph's tools take: either spelling -------------------------------------------


class EntityIn(BaseModel):
    """An entity to create."""

    name: str = Field(description="The name of the entity")
    kind: str = Field(
        "",
        validation_alias=AliasChoices("entityType", "type"),
        description="The type of the entity, such as person",
    )
    observations: list[str] = Field([], description="What is known of it, a statement each")


class RelationIn(BaseModel):
    """A relation, in active voice."""

    source: str = Field(
        validation_alias=AliasChoices("from", "source"),
        description="The name of the entity where it starts",
    )
    target: str = Field(
        validation_alias=AliasChoices("to", "target"),
        description="The name of the entity where it ends",
    )
    words: str = Field(
        validation_alias=AliasChoices("relationType", "relation_type"),
        description="The relation, such as works_at",
    )


class AdditionIn(BaseModel):
    """Observations to add to one entity."""

    name: str = Field(
        validation_alias=AliasChoices("entityName", "name"), description="The name of the entity"
    )
    observations: list[str] = Field(
        validation_alias=AliasChoices("contents", "observations"), description="Statements to add"
    )


class DeletionIn(BaseModel):
    """Observations to delete from one entity."""

    name: str = Field(
        validation_alias=AliasChoices("entityName", "name"), description="The name of the entity"
    )
    observations: list[str] = Field(
        validation_alias=AliasChoices("observations", "contents"), description="Statements to delete"
    )


# -- what they give -------------------------------------------------------------------------


class EntityOut(BaseModel):
    """An entity. The times come with `dates`: when it was first and last said of."""

    name: str
    entityType: str
    observations: list[str]
    createdAt: str | None = None
    updatedAt: str | None = None


class RelationOut(BaseModel):
    """A relation between two entities, by name."""

    model_config = ConfigDict(populate_by_name=True)

    source: str = Field(alias="from")
    target: str = Field(alias="to")
    words: str = Field(alias="relationType")
    createdAt: str | None = None


class GraphOut(BaseModel):
    """`relations` stay within the entities told so far; `outside` lead to others. More is left if there is a cursor."""

    entities: list[EntityOut]
    relations: list[RelationOut]
    outside: list[RelationOut] | None = None
    notFound: list[str] | None = None
    nextCursor: str | None = None


class AddedOut(BaseModel):
    """What was new of what one entity was told."""

    entityName: str
    addedObservations: list[str]


class CreatedOut(BaseModel):
    """`entities`: the new ones. `existing`: those that were there, with what was added to them."""

    entities: list[EntityOut]
    existing: list[AddedOut] | None = None
    notes: list[str] | None = None


class RelatedOut(BaseModel):
    """`relations`: the new ones. `createdEntities`: ends that were not there before."""

    relations: list[RelationOut]
    createdEntities: list[str] | None = None
    notes: list[str] | None = None


class ResultsOut(BaseModel):
    results: list[AddedOut]
    notes: list[str] | None = None


class DoneOut(BaseModel):
    success: bool
    message: str
    notFound: list[str] | None = None


# -- what the verbs give --------------------------------------------------------------------


class FactOut(BaseModel):
    """A fact. `since`, `until`: when true, as precise as known. What is left out is as usual: stated, explicit."""

    id: str
    text: str
    subject: str
    predicate: str
    object: str
    group: str | None = None
    since: str | None = None
    until: str | None = None
    stance: str | None = None
    source: str | None = None
    confidence: float | None = None
    stale: bool | None = None
    pinned: bool | None = None
    sensitive: bool | None = None
    version: int | None = None
    believedFrom: str | None = None
    believedUntil: str | None = None
    reason: str | None = None


class TurnOut(BaseModel):
    """Words that were said. `changed`: what they claim no longer holds."""

    id: str
    at: str
    speaker: str
    text: str
    episode: str | None = None
    changed: bool | None = None


class FactsOut(BaseModel):
    facts: list[FactOut]
    nextCursor: str | None = None


class RecallOut(BaseModel):
    """Best first. `nothing`: nothing found seems to answer. `relevance`: 0 to 1."""

    facts: list[FactOut]
    said: list[TurnOut]
    nothing: bool
    relevance: float
    nextCursor: str | None = None


class ContextOut(BaseModel):
    """`text`: for the prompt; '' when nothing helps."""

    text: str


class OutcomeOut(BaseModel):
    """What was done with one statement, and why."""

    action: str
    text: str
    reason: str
    fact: str | None = None


class ChangesOut(BaseModel):
    """`counts`: of all outcomes, by action; `left`: how many of them are not listed."""

    counts: dict[str, int]
    outcomes: list[OutcomeOut]
    episode: str | None = None
    left: int | None = None


class ExplanationOut(BaseModel):
    fact: FactOut
    rule: str
    said: list[TurnOut]
    versions: list[FactOut]
    replaced: list[FactOut]
    replacedBy: list[FactOut]
    recall: str | None = None


class EpisodeOut(BaseModel):
    """A conversation or a document that was taken in."""

    id: str
    at: str
    session: str
    summary: str
    turns: int


class EpisodesOut(BaseModel):
    episodes: list[EpisodeOut]
    nextCursor: str | None = None


class ReceiptOut(BaseModel):
    """What was erased, by kind."""

    target: str
    erased: dict[str, int]
    repaired: list[str]


def given(**values: Any) -> dict[str, Any]:
    """Those that are there: None and empty ones are left out."""
    return {name: value for name, value in values.items() if value not in (None, "", [], (), {})}
