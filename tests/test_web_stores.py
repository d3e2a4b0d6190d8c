"""Stores of the laboratory on the page's server: runs, cells, pages of games, each as any other game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_client import Visitor, visited

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.lab.run.store import Store
from shirokuro.web.matches.lab_stores import LabStores

PLAYERS = ("random", "greedy", "value-map")


def play_tournament(store: Path, *words: str) -> None:
    """Makes a store as `shirokuro lab` does."""
    options = ("--variant", "nip12", "--games", "4", "--jobs", "1", "--store", str(store))
    assert main(["lab", "tournament", *words, *options]) == 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a store in it."""
    made = tmp_path_factory.mktemp("lab") / "cup"
    made.mkdir()
    play_tournament(made / "lab.sqlite", *PLAYERS, "--name", "cup")
    return made


@pytest.fixture(scope="module")
def visitor(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with visited(tmp_path_factory.mktemp("web"), stores=(folder,)) as found:
        yield found


def test_the_stores_are_listed_with_their_runs(visitor: Visitor) -> None:
    (store,) = visitor.get("/stores")["stores"]
    assert (store["name"], store["games"]) == ("cup", 12)
    assert [run["name"] for run in store["runs"]] == ["cup"]
    assert store["runs"][0]["title"] == {
        "en": f"Tournament of {', '.join(PLAYERS)} on nip12",
        "ja": f"総当たり戦：{', '.join(PLAYERS)}（nip12）",
    }


def test_a_server_without_stores_has_none(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        assert visitor.get("/stores") == {"stores": []}


def test_a_run_has_cells_and_a_cell_its_games(visitor: Visitor) -> None:
    run = visitor.get("/stores/cup/runs/cup")
    assert [(cell["planned"], cell["played"]) for cell in run["cells"]] == [(4, 4)] * 3
    cell = run["cells"][0]
    games = visitor.get("/stores/cup/games", params={"run": "cup", "cell": cell["name"]})["games"]
    assert len(games) == 4
    assert all(cell["player"] in (game["black"], game["white"]) for game in games)


@pytest.mark.parametrize("run", ["", "cup"])
def test_games_come_in_pages(visitor: Visitor, run: str) -> None:
    whole = visitor.get("/stores/cup/games", params={"run": run})
    assert (len(whole["games"]), whole["next"]) == (12, None)
    seen, after = [], 0
    while after is not None:
        page = visitor.get("/stores/cup/games", params={"run": run, "after": after, "limit": 5})
        seen += page["games"]
        after = page["next"]
    assert seen == whole["games"]


def test_a_game_is_the_one_that_was_stored(visitor: Visitor, folder: Path) -> None:
    listed = visitor.get("/stores/cup/games")["games"][3]
    game = visitor.get(f"/stores/cup/games/{listed['key']}")
    with Store(folder / "lab.sqlite") as store:
        stored = store.found(bytes.fromhex(listed["key"]))
    assert stored is not None
    assert [move["move"] for move in game["moves"]] == [*map(sk.move_name, stored.record.moves)]
    assert game["is_over"]
    assert game["result"]["margin"] == listed["margin"] == stored.record.result
    assert [game["seats"][side]["spec"] for side in ("black", "white")] == [listed["black"], listed["white"]]
    assert len(game["black"]) == game["result"]["black"]


def test_what_is_not_there_is_not_found(visitor: Visitor) -> None:
    games = ("games?run=other", "games?run=cup&cell=other", "games/00", "games/zz")
    for path in ("other/games", *(f"cup/{path}" for path in ("runs/other", *games))):
        assert visitor.complaint("GET", f"/stores/{path}", None, 404) == "not_found"


def test_nothing_can_be_changed(visitor: Visitor) -> None:
    assert visitor.complaint("DELETE", "/stores/cup/games", None, 405) == "wrong_method"


def test_a_store_that_is_gone_is_told_and_the_server_stays(tmp_path: Path, folder: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes((folder / "lab.sqlite").read_bytes())
    with visited(tmp_path, stores=(copy,)) as visitor:
        assert visitor.get("/stores/copy/games")["games"]
        copy.unlink()
        assert visitor.complaint("GET", "/stores/copy/games", None, 503) == "store"
        assert visitor.get("/players")


def test_a_forfeit_says_how(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    play_tournament(path, "strange_players.Raiser", "random")
    with visited(tmp_path, stores=(path,)) as visitor:
        listed = visitor.get("/stores/lab/games")["games"][0]
        game = visitor.get(f"/stores/lab/games/{listed['key']}")
        assert (game["result"]["by"], abs(game["result"]["margin"])) == ("fault", 12)
        assert game["result"]["text"]["en"].count(game["result"]["winner"]) == 1


def test_stores_of_one_name_are_told_apart(tmp_path: Path) -> None:
    paths = [tmp_path / name / "lab.sqlite" for name in "ab"]
    for path in paths:
        Store(path).close()
    assert [store.name for store in LabStores(paths).listing()] == ["lab", "lab-2"]


def test_a_wrong_store_ends_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "missing.sqlite")
    assert main(["web", "--file", str(tmp_path / "web.sqlite"), "--store", missing]) == 2
    assert "missing.sqlite: there is no such store" in capsys.readouterr().err
