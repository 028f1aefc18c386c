"""Fixtures of the doors' tests."""

from tests.doors.mcp_server import mcp_anybody
from tests.page_server import page_file, page_site, page_story

__all__ = ["mcp_anybody", "page_file", "page_site", "page_story"]
