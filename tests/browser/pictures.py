"""Writes pictures of the page's screens into docs/pictures/: `python tests/browser/pictures.py [name …]`.

Japanese needs its letters: apt-get install fonts-noto-cjk.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser import chromium
from PIL import Image
from visit import Visit, served

import shirokuro as sk

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
TIGER = "f5d6c3d3c4f4c5b4b5c6f3e6b3a5e3a4f6g3g4f2e7h4e2g5a3b6c7e1g6d2"
NIP = "d3c5d6e3b5b6b7c6d7a5c4b4c3e2a3e8d8c8f8e6a4a6c7c2c1b2e7d1"
PLAYED = (
    "f5d6c5f4d7c6d3e3g4b5f3g3e6f7b6f6g5h5b4a6e7f2c4c2d2c1g6e8e2c3"
    "h3h2h1f1g2h6g8f8d1c7d8g1b8e1a5c8b2a4b1a1h7h8b7a8g7a7h4a3b3a2"
)
"""A game of the engine's levels 5 and 3."""
WIDE = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 1.5}
Look = Callable[[Visit], None]


def game(board: str, moves: str, level: int = 6) -> Look:
    """Opens a game that has come so far."""

    def look(visit: Visit) -> None:
        seats = {"black": "person", "white": f"engine:level={level}"}
        made = visit.ask("POST", "/games", {"board": board, "seats": seats, "text": moves})
        visit.page.evaluate("id => location.hash = `game=${id}`", made["id"])
        visit.page.wait_for_selector(".moves")
        visit.legal()

    return look


def reviewed(tab: str, *keys: str) -> Look:
    """A finished game in a tab, once all of it is judged and the place looked at is searched."""

    def look(visit: Visit) -> None:
        seats = {"black": "person", "white": "engine:level=6"}
        made = visit.ask("POST", "/games", {"board": "reversi", "seats": seats, "text": PLAYED})
        visit.ask("POST", "/reviews", {"game": made["id"]}, 180)
        visit.page.evaluate("place => location.hash = place", f"game={made['id']}&tab={tab}")
        visit.page.wait_for_selector(".progress-row, .chip, .graph")
        visit.page.wait_for_selector(".progress-row", state="detached")
        for key in keys:
            visit.page.keyboard.press(key)
        visit.page.wait_for_timeout(8000)

    return look


def rival(visit: Visit) -> None:
    """A few games against the rival, the last of them in the review."""
    seats = {"black": "person", "white": "rival"}
    for seed in range(3):
        made = visit.ask("POST", "/games", {"board": "reversi", "seats": seats, "seed": seed})
        while not made["is_over"]:
            body = {"move": made["legal"][seed % len(made["legal"])]["move"], "ply": made["ply"]}
            visit.ask("POST", f"/games/{made['id']}/moves", body)
            made = visit.ask("GET", f"/games/{made['id']}?wait=30", None)
    visit.ask("POST", "/reviews", {"game": made["id"]}, 180)
    visit.page.evaluate("place => location.hash = place", f"game={made['id']}&tab=review")
    visit.page.locator(".rival-report > summary").click()
    visit.page.wait_for_selector(".curve")
    visit.page.wait_for_selector(".chip")
    visit.page.wait_for_timeout(8000)


def then(*looks: Look) -> Look:
    def look(visit: Visit) -> None:
        for each in looks:
            each(visit)

    return look


def focus(square: str) -> Look:
    """As the keyboard does."""

    def look(visit: Visit) -> None:
        visit.page.keyboard.press("Shift")
        visit.cell(square).focus()

    return look


def press(keys: str) -> Look:
    return lambda visit: visit.page.keyboard.press(keys)


def learn(place: str, move: str) -> Look:
    def look(visit: Visit) -> None:
        visit.open(f"#learn={place}")
        focus(move)(visit)

    return look


def listed(visit: Visit) -> None:
    """Some games of one's own: finished, lost early and going on."""
    small = sk.play("greedy", "random", seed=3, variant="reversi6").board().transcript()
    round_game = sk.play("value-map", "greedy", seed=5, variant="nip").board().transcript()
    games = [
        ("reversi6", "ssai", "person", small),
        ("nip", "person", "engine:level=4", round_game),
        ("reversi", "person", "engine:level=6", PLAYED),
        ("reversi", "person", "montai", TIGER),
        ("reversi", "person", "engine:level=9", "f5f6e6f4e3c5c4e7"),
    ]
    for board, black, white, text in games:
        seats = {"black": black, "white": white}
        made = visit.ask("POST", "/games", {"board": board, "seats": seats, "text": text})
        if white == "montai":
            visit.ask("POST", f"/games/{made['id']}/resign", None)
    visit.page.evaluate("location.hash = 'games'")
    visit.page.wait_for_selector(".game-row")


def set_up(visit: Visit) -> None:
    visit.page.evaluate("location.hash = 'setup'")
    visit.page.locator(".set-up select").select_option("nip")
    visit.page.get_by_role("radio", name="White").first.check()
    for square in ("c1", "b2", "a3", "a4", "d3", "d6", "e6", "f4"):
        visit.cell(square).click()
    visit.page.keyboard.press("2")
    for square in ("a5", "c3", "c5", "d4", "f5"):
        visit.cell(square).click()
    visit.page.wait_for_selector("text=Black has")
    visit.page.wait_for_timeout(500)


def watch(first: str, second: str) -> Look:
    """A match that has come far."""

    def look(visit: Visit) -> None:
        asked = {"first": first, "second": second, "games": 40, "pace": 0, "seed": 1}
        made = visit.ask("POST", "/matches", asked)
        visit.page.evaluate("id => location.hash = `watch=${id}`", made["id"])
        visit.page.wait_for_function("() => document.querySelectorAll('.chart rect').length > 29")
        visit.page.locator(".controls .key").click()
        visit.page.mouse.move(0, 0)
        visit.button("Play").wait_for()

    return look


def opening(moves: str) -> Look:
    def look(visit: Visit) -> None:
        visit.page.evaluate("place => location.hash = place", f"openings={moves}")
        visit.page.wait_for_selector(".tree [aria-current]")
        visit.page.locator(".tree [aria-current]").scroll_into_view_if_needed()
        visit.page.wait_for_timeout(500)

    return look


def nothing(visit: Visit) -> None:
    visit.legal()


PICTURES: dict[str, tuple[Look, dict[str, Any]]] = {
    "home": (nothing, WIDE),
    "play": (then(game("reversi", TIGER), focus("h5")), WIDE),
    "nip": (then(game("nip", NIP), focus("e1")), WIDE | {"color_scheme": "dark"}),
    "new-game": (then(game("reversi", TIGER), press("n")), WIDE | {"locale": "ja-JP"}),
    "watch": (watch("montai:playouts=15", "value-map"), WIDE),
    "openings": (opening("f5d6c3d3c4"), WIDE | {"color_scheme": "dark"}),
    "lesson": (learn("nip&step=2", "f4"), WIDE | {"locale": "ja-JP", "color_scheme": "dark"}),
    "analysis": (reviewed("analysis", *[","] * 19), WIDE | {"locale": "ja-JP"}),
    "review": (reviewed("review", "j"), WIDE),
    "games": (listed, WIDE),
    "set-up": (set_up, WIDE | {"color_scheme": "dark"}),
    "rival": (rival, WIDE),
    "phone-play": (then(game("reversi", TIGER), focus("h5")), PHONE),
    "phone-nip": (then(game("nip", NIP), focus("e1")), PHONE | {"locale": "ja-JP", "color_scheme": "dark"}),
}
"""By the name of the file: what is done before the picture, and in which window."""


def write(name: str, png: bytes) -> None:
    """Without loss, and small."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / f"{name}.webp"
    Image.open(io.BytesIO(png)).convert("RGB").save(file, lossless=True, method=6)
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server, chromium() as launched:
        for name in names or PICTURES:
            look, window = PICTURES[name]
            visit = Visit(launched, server.address, **window)
            visit.open()
            look(visit)
            write(name, visit.page.screenshot())
            visit.close()


if __name__ == "__main__":
    main(sys.argv[1:])
