"""The texts that name players on the page's server: what they mean is checked, however they are spelled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_client import PERSON, Visitor, new_game, served, settings_in

import shirokuro as sk
from shirokuro import PLAYERS
from shirokuro.experience.experience_file import ExperienceFile
from shirokuro.players.spec import PlayerSpec
from shirokuro.web.values import Seat, Words

SECRET = "secret-engine"
BOARD = "reversi4"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module", autouse=True)
def engines(folder: Path) -> Iterator[None]:
    """One of the user's engines that the server does not offer."""
    own = folder / "own"
    own.mkdir()
    (own / "engines.toml").write_text(f'[{SECRET}]\ncommand = "true"\nprotocol = "gtp"\n')
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SHIROKURO_HOME", str(own))
        yield


@pytest.fixture(scope="module")
def http(folder: Path) -> Iterator[TestClient]:
    with served(settings_in(folder)) as found:
        yield found


@pytest.fixture
def visitor(http: TestClient) -> Visitor:
    return Visitor(http)


def everywhere(visitor: Visitor, spec: str) -> list[Any]:
    """The answers to a text at each place that accepts one."""
    record = '"{\\"format\\":1,\\"variant\\":\\"reversi4\\",\\"moves\\":\\"\\"}"'
    stored = {"id": "x" * 22, "board": BOARD, "seed": 1, "started": 1.0, "updated": 1.0}
    row = stored | {"black": PERSON, "white": spec, "clock": None, "revision": 1}
    row["state"] = f'{{"record": {record}, "places": [0], "forfeit": null}}'
    match = stored | {"first": spec, "second": "random", "games": 1, "state": "done"}
    asked = (
        ("/games", new_game(white=spec, board=BOARD)),
        ("/games", new_game(black=spec, board=BOARD)),
        ("/matches", {"board": BOARD, "first": spec, "second": "random", "pace": None}),
        ("/matches", {"board": BOARD, "first": "random", "second": spec, "pace": None}),
        ("/mine", {"format": "shirokuro-mine", "version": 1, "tables": {"game": [row]}}),
        ("/mine", {"format": "shirokuro-mine", "version": 1, "tables": {"played_match": [match]}}),
    )
    return [visitor.raw("POST", path, json=body) for path, body in asked]


HOSTILE = [
    *(f"engine:experience={each}" for each in ("a b/../../x", "a/../x", "\t../x", "x\x00", "x\ny", "Ｘ")),
    *(f"engine:experience={each}" for each in ("mine.sqlite", "/etc/passwd", "~/x", ".")),
    *(f"engine:{each}=/etc/passwd" for each in ("weights", " \tweights\n", "proof", "book")),
    *("engine: experience = ../x", "engine:level=1,\u3000proof = /etc/passwd"),
    *(f"engine{each}:proof=/etc/passwd" for each in (" ", "\n")),
    *("engine:experience=a,experience=../x", "engine:level=1,level=2", "engine:seed=5"),
    *(f"engine:seconds={each}" for each in ("nan", "NaN", "inf", "-inf", "1e400", "-1")),
    *("rival:seconds=nan", "rival:seconds=\u3000nan"),
    *("uct:playouts=1e9", "uct:playouts=" + "9" * 280, "uct:threads=1000"),
    *("engine:threads=１０００", "engine:threads=1_000"),
    *(f"uct{each}:x" for each in ("", " " * 4, " " * 20, "\t", "\u3000")),
    *("ｕｃｔ", "UCT", "Engine:level=3", "engine::level=3", "engine:level", "engine:level=", "engine\x00"),
    *(SECRET, f" {SECRET} ", f"{SECRET}:", f"{SECRET}:x"),
    *("strange_players.Crasher", "os.abort", "", " ", ":", "\x00", "\n"),
]


@pytest.mark.parametrize("spec", HOSTILE)
def test_hostile_spellings_are_refused_and_tell_nothing(visitor: Visitor, spec: str) -> None:
    for answer in everywhere(visitor, spec):
        assert answer.status_code == 422, answer.text
        assert SECRET in spec or SECRET not in answer.text
    assert visitor.get("/mine")["tables"]["game"] == visitor.get("/mine")["tables"]["played_match"] == []


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("engine:level=3", "engine:level=3"),
        (" engine : level = ３ ", "engine:level=3"),
        ("engine:\tlevel=03\n", "engine:level=3"),
        ("engine:", "engine"),
        ("engine:,seconds=5,,", "engine:seconds=5"),
        ("engine:seconds=0.50,level=2", "engine:seconds=0.5,level=2"),
        ("nipevt:as_printed=yes", "nipevt:as_printed=true"),
        ("engine:weights=,proof=", "engine:weights=,proof="),
        ("person:rating=1500", "person:rating=1500"),
        ("person:rating=900", "person:rating=900"),
    ],
)
def test_what_is_stored_is_the_one_text_for_it(visitor: Visitor, spec: str, canonical: str) -> None:
    board = "nip12" if spec.startswith("nipevt") else BOARD
    visitor.begin(white=spec, board=board)
    match = visitor.post("/matches", {"board": board, "first": spec, "second": spec, "pace": None}, 201)
    assert (match["first"]["spec"], match["second"]["spec"]) == (canonical, canonical)
    read = PlayerSpec.parse(canonical)
    assert (match["first"]["player"], match["first"]["parameters"]) == (read.name, dict(read.words))
    rows = visitor.get("/mine")["tables"]
    assert [row["white"] for row in rows["game"] if row["black"] == PERSON] == [canonical]
    assert rows["played_match"][0]["first"] == canonical


def test_what_is_no_truth_value_is_refused(visitor: Visitor) -> None:
    asked = new_game(white="nipevt:as_printed=YES", board="nip12")
    assert visitor.complaint("POST", "/games", asked, 422) == "invalid"


def test_a_seat_of_an_imported_game_may_have_any_text() -> None:
    nobody = Words(en="", ja="")
    seat = Seat.of("player", "x:a=1,a=2", nobody, nobody)
    assert (seat.player, seat.parameters) == ("x:a=1,a=2", {})


def test_every_parameter_of_every_player_that_could_name_a_file_is_refused(visitor: Visitor) -> None:
    free = [
        f"{name}:{each.name}=x.y"
        for name, kind in PLAYERS.items()
        for each in kind.parameters()
        if each.kind is str and not each.choices
    ]
    assert len(free) >= 3
    for spec in free:
        assert {answer.status_code for answer in everywhere(visitor, spec)} == {422}
    listed = visitor.get("/players")["players"]
    shown = {(each["name"], one["name"]) for each in listed for one in each["parameters"]}
    assert shown & {("engine", "weights"), ("engine", "proof"), ("engine", "seed")} == set()


def test_no_file_is_opened_for_a_text_that_is_refused(
    visitor: Visitor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = list[Path]()

    def note(self: ExperienceFile) -> None:
        opened.append(self.path)

    monkeypatch.setattr(ExperienceFile, "identity", note)
    answers = {
        answer.text
        for path in (folder / "there", folder / "not-there")
        for answer in everywhere(visitor, f"engine:experience=a b/../{path}")
    }
    assert opened == []
    assert len(answers) == 3  # one for each place, whatever the path


def test_the_experience_of_the_server_s_user_is_nobody_else_s(
    visitor: Visitor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither games nor matches nor their lists open it, so nobody learns whether it is there."""
    opened = set[Path]()
    identity = ExperienceFile.identity

    def note(self: ExperienceFile) -> int | None:
        opened.add(self.path)
        return identity(self)

    monkeypatch.setattr(ExperienceFile, "identity", note)
    own = folder / "own" / "experience" / "mine.sqlite"
    sk.Experience(own).create()
    spec = "engine:level=1,experience=mine"
    opened.clear()
    for answer in everywhere(visitor, spec):
        assert answer.status_code in (200, 201), answer.text
    visitor.get("/matches")
    visitor.get("/games")
    assert opened
    assert own not in opened
    assert all(path.parent.parent == folder / "web-experience" for path in opened)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 10**400])
def test_a_parameter_is_a_finite_number(value: float) -> None:
    for name in ("engine", "rival"):
        with pytest.raises(ValueError, match="seconds is a number"):
            PLAYERS[name](seconds=value)  # type: ignore[call-arg]
