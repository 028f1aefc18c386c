"""What is known of a user, as a networkx graph; who is central in it, what belongs together; written to files.

Everything is read through the verbs of `Memory`, so it is the same for every store. Needs the extra `analysis`.
"""

from __future__ import annotations

from graphmem.analysis.files import FORMATS, written
from graphmem.analysis.graph import Facts, to_networkx
from graphmem.analysis.measures import Central, Community, central, communities
from graphmem.analysis.page import page

__all__ = [
    "FORMATS",
    "Central",
    "Community",
    "Facts",
    "central",
    "communities",
    "page",
    "to_networkx",
    "written",
]
