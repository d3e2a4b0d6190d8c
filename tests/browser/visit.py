"""Somebody who has the page open: a server, a window, and the few things that tests do and see there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

import shirokuro as sk

SHOWN = """() => {
  const names = (side) => [...document.querySelectorAll("[data-square]")]
    .filter((cell) => cell.querySelector(`.disc.${side}:not(.ghost):not(.old)`))
    .map((cell) => cell.dataset.square).sort();
  return {black: names("black"), white: names("white")};
}"""
MINE_OR_OVER = ".cell.is-legal, .ended"


class Server:
    """`shirokuro web` as a process; it can be killed and started again on the same port and file."""

    def __init__(self, folder: Path, options: Sequence[str] = ()) -> None:
        self._folder = folder
        self._options = options
        self._port = "0"
        self.address = ""
        self.start()

    @property
    def file(self) -> Path:
        """Where it keeps games and drills."""
        return self._folder / "web.sqlite"

    def start(self) -> None:
        command = [sys.executable, "-m", "shirokuro.cli", "web", "--port", self._port, "--no-browser"]
        command += self._options
        environment = os.environ | {"SHIROKURO_HOME": str(self._folder)}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[3]
        self._port = re.findall(r":(\d+)/", self.address)[0]

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(folder, options)
    try:
        yield server
    finally:
        server.kill()


class Visit:
    """One window of one newcomer; without motion and a coach unless asked for, so that tests are quick."""

    def __init__(self, browser: Browser, address: str, *, coach: bool = False, **options: Any) -> None:
        usual: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
        self._context = browser.new_context(**usual | {"reduced_motion": "reduce"} | options)
        self._context.set_default_timeout(20_000)
        if not coach:
            self._context.add_init_script("localStorage['shirokuro.settings'] ??= '{\"coach\": false}'")
        self.page: Page = self._context.new_page()
        self.address = address
        self.complaints: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def close(self) -> None:
        self._context.close()

    def open(self, place: str = "") -> None:
        self.page.goto(f"{self.address}{place}")
        self.page.wait_for_selector("[role=grid]")

    def cell(self, square: str) -> Locator:
        return self.page.locator(f"[data-square={square}]")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def legal(self) -> list[str]:
        """The person's moves, once it is their turn; none when the game is over."""
        self.page.wait_for_selector(MINE_OR_OVER)
        found = self.page.locator(".cell.is-legal").evaluate_all("cells => cells.map(c => c.dataset.square)")
        return [str(name) for name in found]

    def news(self) -> str:
        return self.page.locator(".live").inner_text()

    def moves(self) -> list[str]:
        """As the list has them."""
        items = self.page.locator(".moves button").all_inner_texts()
        return [item.split()[-1] for item in items]

    def shown(self) -> dict[str, list[str]]:
        shown: dict[str, list[str]] = self.page.evaluate(SHOWN)
        return shown

    def play(self, square: str = "f5") -> None:
        """A move of the person's, and the answer to it."""
        made = self.page.locator(".moves button").count()
        self.cell(square).click()
        self.wait_for_moves(made + 2)
        self.legal()

    def sit(self, board: str, text: str, tab: str = "game") -> None:
        """At a game of black, the person, that has come so far."""
        seats = {"black": "person", "white": "random"}
        game = self.ask("POST", "/games", {"board": board, "seats": seats, "text": text})
        self.page.goto(f"{self.address}#game={game['id']}&tab={tab}")
        self.page.wait_for_selector(f"#tab-{tab}[aria-selected=true]")

    def begin(self, board: str, opponent: str = "random") -> None:
        """A new game by the dialog, as black."""
        self.page.keyboard.press("n")
        dialog = self.page.locator("dialog")
        dialog.get_by_label(board, exact=True).check()
        dialog.get_by_label("A simple player").check()
        dialog.locator(f"select:has(option[value={opponent}])").select_option(opponent)
        self.button("Start").click()
        dialog.wait_for(state="detached")

    def ask(self, method: str, path: str, body: Any, seconds: float = 30) -> Any:
        """Of the server, with the page's token."""
        token = self.page.evaluate("localStorage.getItem('shirokuro.token')")
        headers = {"Authorization": f"Bearer {token}"}
        options: dict[str, Any] = {"method": method, "data": body, "timeout": 1000 * seconds}
        got = self.page.request.fetch(f"{self.address}api{path}", headers=headers, **options)
        assert got.ok, got.text()
        return got.json()

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_function("n => document.querySelectorAll('.moves button').length >= n", arg=count)

    def violations(self) -> list[str]:
        """What axe says against the page as it stands, also where a name differs from what one reads.

        Cells of a board are excepted there: what they show in short, their names say in full.
        """
        rule = "label-content-name-mismatch"
        found = Axe().run(self.page, options={"rules": {rule: {"enabled": True}}}).response["violations"]
        nodes = [(each["id"], node["html"][:200]) for each in found for node in each["nodes"]]
        return [
            f"{name}: {text}"
            for name, text in nodes
            if name != rule or not text.startswith('<g role="gridcell"')
        ]

    def overhang(self) -> int:
        """Pixels by which something sticks out at the side."""
        script = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(script))


Visiting = Callable[..., Visit]
"""Opens a window for a newcomer."""


def replayed(variant: str, moves: list[str]) -> sk.Board:
    """The board after moves, by the library."""
    board = sk.Board(variant)
    for move in moves:
        board.push("pass" if move in ("pass", "パス") else move)
    return board


def discs(board: sk.Board) -> dict[str, list[str]]:
    colours = {"black": sk.BLACK, "white": sk.WHITE}
    return {name: sorted(map(sk.square_name, board.discs(side))) for name, side in colours.items()}
