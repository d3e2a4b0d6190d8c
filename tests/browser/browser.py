"""A browser to test pages in: Chromium without a window, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, sync_playwright

KEYS = {"left": "ArrowLeft", "right": "ArrowRight"}


@contextmanager
def chromium() -> Iterator[Chromium]:
    """The system's own browser."""
    found = shutil.which("chromium")
    assert found, "chromium is missing: apt-get install chromium"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            yield launched
        finally:
            launched.close()


class Browser:
    """One window, empty at first."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._complaints: list[str] = []
        page.on("console", lambda message: self._complaints.append(message.text))
        page.on("pageerror", lambda error: self._complaints.append(str(error)))

    def open(self, file: Path) -> None:
        self._page.goto(file.as_uri())

    def run(self, script: str, *arguments: Any) -> Any:
        """What the script returns."""
        body = f"(given) => (function () {{ {script} }})(...given)"
        return self._page.evaluate(body, list(arguments))

    def click(self, selector: str) -> None:
        self._page.click(selector)

    def press(self, selector: str, key: str) -> None:
        self._page.press(selector, KEYS[key])

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def complaints(self) -> list[str]:
        """What the console says since it was last asked."""
        told, self._complaints[:] = [*self._complaints], []
        return told


@contextmanager
def browser() -> Iterator[Browser]:
    """A window of 1200 × 900."""
    with chromium() as launched:
        yield Browser(launched.new_page(viewport={"width": 1200, "height": 900}))
