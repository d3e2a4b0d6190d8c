"""A browser to test pages in: Chromium without a window, driven by chromedriver over plain HTTP.

The few commands of WebDriver that the tests need (https://www.w3.org/TR/webdriver2/).
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""Under this name WebDriver hands out elements."""
CAPABILITIES = {
    "goog:chromeOptions": {"args": ["--headless", "--no-sandbox", "--window-size=1200,900"]},
    "goog:loggingPrefs": {"browser": "ALL"},
}
KEYS = {"left": "\ue012", "right": "\ue014"}


class Browser:
    """A session: one window, empty at first."""

    def __init__(self, server: str) -> None:
        self._server = server
        session = self._call("POST", "/session", capabilities={"alwaysMatch": CAPABILITIES})["sessionId"]
        self._server += f"/session/{session}"

    def open(self, file: Path) -> None:
        self._call("POST", "/url", url=file.as_uri())

    def run(self, script: str, *arguments: Any) -> Any:
        """What the script returns."""
        return self._call("POST", "/execute/sync", script=script, args=list(arguments))

    def click(self, selector: str) -> None:
        self._call("POST", f"/element/{self._find(selector)}/click")

    def press(self, selector: str, key: str) -> None:
        self._call("POST", f"/element/{self._find(selector)}/value", text=KEYS[key])

    def resize(self, width: int, height: int) -> None:
        """As a screen of that size has it, however narrow: a window has its least width."""
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        command = "Emulation.setDeviceMetricsOverride"
        self._call("POST", "/goog/cdp/execute", cmd=command, params=screen)

    def complaints(self) -> list[str]:
        """What the console says since it was last asked."""
        return [entry["message"] for entry in self._call("POST", "/se/log", type="browser")]

    def close(self) -> None:
        self._call("DELETE", "")

    def _find(self, selector: str) -> str:
        found: str = self._call("POST", "/element", using="css selector", value=selector)[ELEMENT]
        return found

    def _call(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        request = Request(self._server + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise AssertionError(f"{path}: {json.load(error)['value']['message']}") from None


@contextmanager
def browser() -> Iterator[Browser]:
    """Starts a driver on a port that is free, and in it a browser."""
    command = ["chromedriver", "--port=0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
        try:
            opened = Browser(f"http://127.0.0.1:{_port(driver)}")
            try:
                yield opened
            finally:
                opened.close()
        finally:
            driver.terminate()


def _port(driver: subprocess.Popen[str]) -> str:
    """What the driver says when it is ready."""
    for line in driver.stdout or ():
        if found := re.search(r"started successfully on port (\d+)", line):
            return found[1]
    raise AssertionError("chromedriver did not start")
