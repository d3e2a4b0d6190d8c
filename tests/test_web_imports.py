"""Hostile numbers in all that the page's server takes in: refused or harmless, and never a failure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_client import PLACE, WRONG, Visitor, new_game, served, settings_in

from shirokuro.players.rival.memory import RivalMemory

NESTED = ("state", "memory", "record")
"""Fields whose text is JSON itself."""
HOSTILE = [
    *("NaN", "Infinity", "-Infinity", "-1", "-0.0", "0.5", "1e300", "-1e300", "1e400", "1e-320", "1e17"),
    *map(str, (2**31, 2**53 + 1, 2**63, -(2**63) - 1)),
    *("9" * 400, "9" * 5000, "true", "null", '"7"', json.dumps("9" * 5000), '"nan"', "[]", "[1]", "{}"),
]
WORST = ["NaN", "-1", "1e300", "9" * 400, "9" * 5000, "true"]
Path = tuple[str | int, ...]


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(settings_in(tmp_path_factory.mktemp("home"))) as found:
        yield found


@pytest.fixture(scope="module")
def file(http: TestClient) -> Any:
    """All that somebody can have: a game with a clock, one against the rival, a drill and a match."""
    visitor = Visitor(http)
    game = visitor.begin(white="engine:level=1", board="reversi4", clock="300+5", seed=1)
    game = visitor.settled(visitor.move(game, game["legal"][0]["move"]))
    visitor.post(f"/games/{game['id']}/resign")
    visitor.play_out("rival:nodes=500", "reversi4", name="Ann")
    visitor.get("/rivals")
    visitor.post("/drills", PLACE | {"move": WRONG})
    visitor.play_match(board="reversi4", games=1)
    return visitor.get("/mine")


def opened(value: Any) -> Any:
    """The file with the JSON inside its texts read too."""
    if isinstance(value, dict):
        return {
            name: opened(json.loads(each)) if name in NESTED and each.startswith("{") else opened(each)
            for name, each in value.items()
        }
    return [opened(each) for each in value] if isinstance(value, list) else value


def closed(value: Any) -> Any:
    """The opposite of `opened`."""
    if isinstance(value, dict):
        whole = {name: closed(each) for name, each in value.items()}
        return {
            name: json.dumps(each) if name in NESTED and isinstance(each, dict) else each
            for name, each in whole.items()
        }
    return [closed(each) for each in value] if isinstance(value, list) else value


def numbers(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where a file has a number; of lists the first and the last, since all are alike."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield path
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from numbers(each, (*path, name))
    elif isinstance(value, list):
        for at in sorted({0, len(value) - 1}) if value else ():
            yield from numbers(value[at], (*path, at))


def written(file: Any, path: Path, text: str) -> str:
    """The file as JSON with a text in the place of a number, whatever Python thinks of that number."""
    changed = deepcopy(file)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = "@@"
    whole = json.dumps(closed(changed))
    depth = sum(step in NESTED for step in path)
    mark, meant = json.dumps("@@"), text
    for _ in range(depth):
        mark, meant = json.dumps(mark)[1:-1], json.dumps(meant)[1:-1]
    assert whole.count(mark) == 1
    return whole.replace(mark, meant)


def look_at_everything(visitor: Visitor) -> None:
    """All that can be asked for afterwards; the test's client raises what the server did not expect."""
    for path in ("/mine", "/games", "/matches", "/rivals", "/drills?limit=100", "/experiences"):
        visitor.get(path)
    tables = visitor.get("/mine")["tables"]
    for row in tables["game"]:
        visitor.get(f"/games/{row['id']}")
        for form in ("json", "ggf", "text", "svg"):
            shown = visitor.http.get(f"/api/games/{row['id']}/export?format={form}", headers=visitor.headers)
            assert shown.status_code == 200, shown.text
    for row in tables["rival_game"]:
        visitor.get(f"/games/{row['game']}/rival")
    for row in tables["played_match"]:
        visitor.get(f"/matches/{row['id']}")
        visitor.get(f"/matches/{row['id']}/openings")


@pytest.mark.parametrize("hostile", [WORST, pytest.param(HOSTILE, marks=pytest.mark.long)])
def test_hostile_numbers_are_refused_or_harmless(http: TestClient, file: Any, hostile: list[str]) -> None:
    whole = opened(file)
    places = [*numbers(whole)]
    tables = {str(path[1]) for path in places if path[0] == "tables"}
    assert tables >= {"game", "drill", "played_match", "match_game", "rival_memory", "rival_game"}
    assert {path[-1] for path in places} >= {"lost", "squares", "due", "seed", "revision", "margin"}
    for path in places:
        visitor, taken = Visitor(http), 0
        for text in hostile:
            body = written(whole, path, text)
            headers = visitor.headers | {"Content-Type": "application/json"}
            answer = http.post("/api/mine", content=body, headers=headers)
            assert answer.status_code in (200, 400, 422), (path, text, answer.text)
            taken += answer.status_code == 200
        if taken:
            look_at_everything(visitor)
            visitor.delete("/mine")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_numbers_in_other_bodies(http: TestClient, text: str) -> None:
    visitor = Visitor(http)
    headers = visitor.headers | {"Content-Type": "application/json"}
    game = visitor.begin(board="reversi4")
    bodies = {
        "/games": '{"board": "reversi4", "seats": {"black": "person", "white": "person"}, "seed": %s}',
        f"/games/{game['id']}/moves": '{"move": "b1", "ply": %s}',
        "/matches": '{"board": "reversi4", "first": "random", "second": "random", "games": %s, "pace": null}',
        "/matches ": '{"board": "reversi4", "first": "random", "second": "random", "pace": %s}',
        "/matches  ": '{"board": "reversi4", "first": "uct", "second": "random", "seed": %s, "pace": null}',
        "/texts": '{"text": "b1", "first": %s}',
        "/texts ": '{"text": "b1", "limit": %s}',
        "/export": '{"text": "b1", "board": "reversi4", "format": "svg", "ply": %s}',
        "/analysis": '{"board": "reversi4", "seconds": %s, "text": "XXXXXXXXXXXXXXO- X"}',
    }
    for path, body in bodies.items():
        answer = http.post(f"/api{path.strip()}", content=body % text, headers=headers)
        assert answer.status_code < 500, (path, answer.text)


def test_hostile_clocks_are_refused(http: TestClient) -> None:
    clocks = "nan inf -1 1e300 1e400 99999999999999999999999999999 0 1+nan 1+inf 1+-1 1+1e9 ６０+x"
    for clock in clocks.split():
        asked = new_game(board="reversi4", clock=clock)
        assert Visitor(http).complaint("POST", "/games", asked, 422) == "invalid", clock


@pytest.mark.parametrize("number", [1e300, -1.0, float("nan"), float("inf"), 10**400, True, "7", None, [1]])
def test_what_a_rival_remembers_is_bounded_by_what_it_means(number: Any) -> None:
    ends = "wins draws losses"
    parts = {"black": ends, "white": ends, "strength": "moves lost squares"}
    for part, field in ((part, field) for part, fields in parts.items() for field in fields.split()):
        memory = RivalMemory().to_dict()
        assert field in memory[part]
        memory[part][field] = number
        with pytest.raises(ValueError, match="not what a rival remembers"):
            RivalMemory.from_dict(memory)


@pytest.mark.parametrize("log", [1e300, -1e300, float("nan"), 10**400, 0.5])
def test_the_weights_of_a_rival_s_model_are_logarithms(log: float) -> None:
    memory = RivalMemory().to_dict()
    memory["model"]["early"][3] = log
    with pytest.raises(ValueError, match="not what a rival remembers"):
        RivalMemory.from_dict(memory)
