"""Fixtures of the doors' tests."""

from tests.doors.mcp_server import mcp_anybody, memory
from tests.page_server import page_file, page_site, page_story

__all__ = ["mcp_anybody", "memory", "page_file", "page_site", "page_story"]
