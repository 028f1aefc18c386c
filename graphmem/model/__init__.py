"""The words of the engine as frozen dataclasses; ARCHITECTURE.md has the glossary.

Times are aware datetimes in UTC. `None` as an end is "still true" or "still believed";
`None` as the start of a fixed fact is "always". Ids are opaque texts.
"""

from __future__ import annotations

from graphmem.model.base import (
    OPEN_STANCES,
    PERSON,
    ROLES,
    SOURCES,
    STANCES,
    Precision,
    Role,
    Source,
    Stance,
    digest,
)
from graphmem.model.given import (
    Candidate,
    Extraction,
    Mentioned,
    Message,
    Rejected,
)
from graphmem.model.kept import (
    Assertion,
    Entity,
    Episode,
    Merge,
    Name,
    Predicate,
    Row,
    Turn,
)
from graphmem.model.shown import (
    Choice,
    Contested,
    Evidence,
    Explanation,
    Fact,
    Hit,
    Known,
    ProfileSection,
    Recalled,
    Receipt,
    Scores,
)
from graphmem.model.told import (
    Action,
    ChangeSet,
    Outcome,
)

__all__ = [
    "OPEN_STANCES",
    "PERSON",
    "ROLES",
    "SOURCES",
    "STANCES",
    "Action",
    "Assertion",
    "Candidate",
    "ChangeSet",
    "Choice",
    "Contested",
    "Entity",
    "Episode",
    "Evidence",
    "Explanation",
    "Extraction",
    "Fact",
    "Hit",
    "Known",
    "Mentioned",
    "Merge",
    "Message",
    "Name",
    "Outcome",
    "Precision",
    "Predicate",
    "ProfileSection",
    "Recalled",
    "Receipt",
    "Rejected",
    "Role",
    "Row",
    "Scores",
    "Source",
    "Stance",
    "Turn",
    "digest",
]
