"""What the adapters of OpenAI-compatible endpoints share: the key, and what a failure means."""

from __future__ import annotations

import os
from importlib.util import find_spec

from graphmem.errors import Unavailable, Unsupported


def api_key(base_url: str | None, given: str | None) -> str:
    """The key to send; with a `base_url` of one's own, never that of the environment.

    Checked before anything is imported: the package takes a second and a half. Raises Unsupported
    without the extra `openai` or without a key.
    """
    if find_spec("openai") is None:
        raise Unsupported("OpenAI-compatible endpoints need: pip install 'graphmem[openai]'")
    key = given or ("none" if base_url else os.environ.get("OPENAI_API_KEY"))
    if not key:
        raise Unsupported("no API key: set OPENAI_API_KEY, or pass api_key or the base_url of a local server")
    return key


def refused(who: str, status: int, settings: str) -> Unavailable | Unsupported:
    """The error for an HTTP status of 400 or more. `settings`: which ones to check when the request is wrong.

    | status | error |
    |---|---|
    | 401, 403 | Unavailable: the credentials |
    | 408, 409, 429, 5xx | Unavailable: try again |
    | any other | Unsupported: the request |

    The endpoint's own message is left out: it may repeat the text that it was sent.
    """
    if status in (401, 403):
        return Unavailable(f"{who}: HTTP {status}, the credentials were refused: check api_key")
    if status in (408, 409, 429) or status >= 500:
        return Unavailable(f"{who}: HTTP {status}, after every retry: try again later")
    return Unsupported(f"{who}: HTTP {status}: check {settings}")
