"""Makes the pictures of docs/page.md anew: `python -m tests.page_pictures`."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path
from typing import Any

from tests.browser import chromium
from tests.page_server import page, tell

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
WIDE, PHONE = (1100, 800), (360, 740)


def shoot(driver: Any, name: str, size: tuple[int, int], most: int = 1400) -> None:
    """A picture of the whole page, cut at `most` pixels."""
    width, height = size
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    full = driver.execute_script("return document.documentElement.scrollHeight")
    clip = {"x": 0, "y": 0, "width": width, "height": min(full, most), "scale": 1}
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
    (PICTURES / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "memory.db"
        tell(file)
        with page(file) as (memory, address), chromium(Path(folder) / "profile") as driver:
            turin = memory.facts("user", "lives_in", user="ana")[0].id
            for name, path, user, size in (
                ("page-profile", "/?lang=en", "ana", WIDE),
                ("page-timeline", "/page/timeline?lang=en", "ana", WIDE),
                ("page-graph", "/page/graph?lang=en", "ana", WIDE),
                ("page-fact", f"/page/fact/{turin}?lang=en", "ana", WIDE),
                ("page-profile-zh", "/?lang=zh", "lin", WIDE),
                ("page-phone", "/?lang=en", "ana", PHONE),
                ("page-phone-timeline", "/page/timeline?lang=zh", "lin", PHONE),
            ):
                driver.get(f"{address}{path}&user={user}")
                shoot(driver, name, size)


if __name__ == "__main__":
    main()
