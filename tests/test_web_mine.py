"""Everything of one's own on the page's server: found by search, exported, taken back, deleted for good."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from web_client import PERSON, PLACE, WRONG, Visitor, served, settings_in, visited

import shirokuro as sk
from shirokuro.errors import StoreError


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with visited(tmp_path) as found:
        yield found


def played(visitor: Visitor, moves: int = 2, **fields: Any) -> Any:
    """A game against the random player, with some moves."""
    game = visitor.settled(visitor.begin(**{"white": "random", "seed": 1} | fields))
    for _ in range(moves):
        if game["waits"]:
            game = visitor.settled(visitor.move(game, game["legal"][0]["move"]))
    return game


def resigned(visitor: Visitor, **fields: Any) -> Any:
    game = played(visitor, **fields)
    return visitor.post(f"/games/{game['id']}/resign")


def ids(visitor: Visitor, **query: Any) -> list[str]:
    return [game["id"] for game in visitor.get("/games", params=query)["games"]]


def file_of(folder: Path) -> Any:
    """The server's database; every change is committed."""
    database = sqlite3.connect(folder / "web.sqlite", isolation_level=None)
    return closing(database)


# The list


def test_a_summary_shows_who_played_and_where_the_game_stands(visitor: Visitor) -> None:
    game = played(visitor, white="engine:level=2", board="nip")
    (summary,) = visitor.get("/games")["games"]
    board = sk.Board("nip")
    board.extend([move["move"] for move in game["moves"]])
    assert summary["line"] == board.line()
    assert summary["white"]["name"] == {"en": "Level 2, beginner", "ja": "レベル2・初心者"}
    assert (summary["black"]["kind"], summary["winner"], summary["result"]) == ("person", "", "")


def test_games_are_found_by_opponent_board_opening_day_and_moves(visitor: Visitor) -> None:
    tiger = played(visitor, 0, white=PERSON, text="f5d6c3d3c4")
    nip = played(visitor, board="nip", white="engine:level=2")
    for words in ("tiger", "虎", "8x8 TIGER", "f5d6c3", time.strftime("%Y-%m")):
        assert tiger["id"] in ids(visitor, search=words), words
    assert ids(visitor, search="beginner 初心者") == [nip["id"]]
    assert ids(visitor, search="level 2 nip") == [nip["id"]]
    assert ids(visitor, search="tiger nip") == []
    assert ids(visitor, board="nip") == [nip["id"]]
    assert ids(visitor, since=time.time() - 60) == [nip["id"], tiger["id"]]
    assert ids(visitor, since=time.time() + 60) == []


def test_games_are_found_by_their_result(visitor: Visitor) -> None:
    lost, going_on = resigned(visitor), played(visitor)
    resigned(visitor, moves=0, white=PERSON, text="f5d6")  # by one of two at the same screen
    found = {"lost": [lost["id"]], "won": [], "unfinished": [going_on["id"]], "drawn": []}
    assert {result: ids(visitor, result=result) for result in found} == found
    visitor.get("/games", 422, params={"result": "stolen"})


@pytest.mark.parametrize(("line", "colour"), [("XO------", "black"), ("OX------", "white")])
def test_a_game_that_is_won_on_the_board(visitor: Visitor, line: str, colour: str) -> None:
    seats = {"black": "random", "white": "random"} | {colour: PERSON}
    game = visitor.settled(visitor.begin(text=line + "-" * 56 + f" {line[0]}", **seats))
    game = visitor.settled(visitor.move(game, "c1"))
    assert game["result"]["winner"] == colour
    assert (ids(visitor, result="won"), ids(visitor, result="lost")) == ([game["id"]], [])


def test_the_list_says_how_many_are_found_and_ends_with_the_oldest(visitor: Visitor) -> None:
    """Games without moves are not listed."""
    kept = [played(visitor, 1)["id"] for _ in range(5)][::-1]
    visitor.begin()
    answer = visitor.get("/games", params={"limit": 2})
    assert (len(answer["games"]), answer["found"], answer["more"]) == (2, 5, True)
    after = visitor.get("/games", params={"limit": 3, "before": answer["games"][-1]["updated"]})
    assert (len(after["games"]), after["found"], after["more"]) == (3, 5, False)
    assert [game["id"] for game in answer["games"] + after["games"]] == kept
    visitor.delete(f"/games/{kept[0]}")
    assert ids(visitor) == kept[1:]
    visitor.get(f"/games/{kept[0]}", 404)


def test_searches_are_no_sql(visitor: Visitor) -> None:
    played(visitor)
    assert ids(visitor, search="' OR 1=1 --") == ids(visitor, search="%") == []


def test_a_file_of_the_version_before_is_brought_up_to_date(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        game = played(visitor, board="nip")
    with file_of(tmp_path) as database:
        for column in ("winner", "words"):
            database.execute(f"ALTER TABLE game DROP COLUMN {column}")
        database.execute("ALTER TABLE owner DROP COLUMN asked")
        database.execute("PRAGMA user_version=1")
    with served(settings_in(tmp_path)) as visitor.http:
        assert ids(visitor, search="nip random") == [game["id"]]
        assert visitor.get(f"/games/{game['id']}")["moves"] == game["moves"]


def test_games_of_earlier_versions_get_their_winners(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        game = resigned(visitor)
    results = {"black resigned": "white", "40-24": "black", "9-41": "white", "32-32": "nobody", "": ""}
    with file_of(tmp_path) as database:
        (row,) = database.execute("SELECT * FROM game").fetchall()
        names = [column[1] for column in database.execute("PRAGMA table_info(game)")]
        for number, result in enumerate(results):
            changed = dict(zip(names, row, strict=True)) | {"id": f"{number}", "result": result, "winner": ""}
            database.execute(f"INSERT INTO game VALUES ({', '.join('?' * len(names))})", [*changed.values()])
        database.execute("ALTER TABLE owner DROP COLUMN asked")
        database.execute("PRAGMA user_version=2")
    with served(settings_in(tmp_path)) as visitor.http:
        assert {*ids(visitor, result="lost")} == {"0", "2", game["id"]}
    with file_of(tmp_path) as database:
        assert dict(database.execute("SELECT result, winner FROM game")) == results


def test_a_file_of_a_later_version_is_refused(tmp_path: Path) -> None:
    with file_of(tmp_path) as database:
        database.execute("CREATE TABLE owner (id TEXT)")
        database.execute("PRAGMA user_version=99")
    with pytest.raises(StoreError, match="of version 99; this program reads 4"), visited(tmp_path):
        pass


# The file of everything


def test_everything_is_exported_and_taken_back_by_somebody_else(visitor: Visitor) -> None:
    games = [played(visitor, board="nip"), played(visitor, 3, clock="300+5")]
    visitor.post(f"/games/{games[1]['id']}/undo")
    mine = visitor.get("/mine")
    assert {row["id"] for row in mine["tables"]["game"]} == {game["id"] for game in games}
    assert all("owner" not in row for row in mine["tables"]["game"])
    visitor.delete("/mine")
    other = Visitor(visitor.http)
    assert other.post("/mine", mine) == {"added": 2, "known": 0}
    assert other.post("/mine", mine) == {"added": 0, "known": 2}
    again = other.get(f"/games/{games[1]['id']}")
    assert again["can_redo"]
    moves = [move["move"] for move in again["moves"]]
    assert moves == [move["move"] for move in games[1]["moves"][: len(moves)]]
    assert other.get("/mine")["tables"]["game"][0]["state"] == mine["tables"]["game"][0]["state"]


def test_a_name_that_somebody_has_is_not_taken_from_them(visitor: Visitor) -> None:
    game = played(visitor)
    other = Visitor(visitor.http)
    assert other.post("/mine", visitor.get("/mine")) == {"added": 1, "known": 0}
    (copied,) = ids(other)
    assert copied != game["id"]
    assert ids(visitor) == [game["id"]]
    other.get(f"/games/{game['id']}", 404)


def changed(file: Any, table: str = "game", **fields: Any) -> Any:
    """A copy whose first row of a table has other values."""
    copy = deepcopy(file)
    copy["tables"][table][0] |= fields
    return copy


STATE = '{"record": @, "places": [0], "forfeit": null}'


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("state", ["{", "[" * 20000, STATE.replace("@", "1"), STATE.replace("@", '"{}"')]),
        ("white", ["no.such.Player", "engine:weights=/etc/passwd"]),
        ("board", ["nip", "chess"]),
        ("seed", [-1]),
        ("id", ["../../etc"]),
        ("clock", ["soon"]),
        ("started", ["yesterday"]),
    ],
)
def test_what_does_not_replay_is_refused(visitor: Visitor, field: str, values: list[Any]) -> None:
    played(visitor)
    other = Visitor(visitor.http)
    for value in values:
        file = changed(visitor.get("/mine"), **{field: value})
        assert other.complaint("POST", "/mine", file, 422) in ("invalid", "malformed")
    assert other.get("/mine")["tables"]["game"] == []


def test_places_that_are_none_are_refused(visitor: Visitor) -> None:
    assert len(played(visitor, 1)["moves"]) == 2
    file, other = visitor.get("/mine"), Visitor(visitor.http)
    for places in ("[]", "[-1, 2]", "[1000000, 2]", "[true, 2]", "[0]", "2"):
        state = file["tables"]["game"][0]["state"].replace('"places": [2]', f'"places": {places}')
        assert other.complaint("POST", "/mine", changed(file, state=state), 422) == "invalid", places


def test_what_follows_from_the_moves_is_not_believed(visitor: Visitor) -> None:
    played(visitor)
    file = changed(visitor.get("/mine"), result="64-0", winner="black", words="nonsense", moves=99)
    other = Visitor(visitor.http)
    assert other.post("/mine", file)["added"] == 1
    assert ids(other, search="nonsense") == ids(other, result="won") == []


def test_a_file_of_another_kind_or_size_is_refused(visitor: Visitor, tmp_path: Path) -> None:
    assert visitor.complaint("POST", "/mine", {"format": "x", "version": 1, "tables": {}}, 422) == "malformed"
    rows = {"format": "shirokuro-mine", "version": 1, "tables": {"game": [{}] * 101}}
    assert visitor.complaint("POST", "/mine", rows, 422) == "invalid"
    with visited(tmp_path / "small", games_a_client=1) as small:
        played(small)
        file = visitor.get("/mine") | {"tables": {"game": []}}
        assert small.post("/mine", file) == {"added": 0, "known": 0}
        played(visitor)
        assert small.complaint("POST", "/mine", visitor.get("/mine"), 429) == "too_many"


# Drills


def drilled(visitor: Visitor) -> Any:
    return visitor.post("/drills", PLACE | {"move": WRONG})


def test_drills_come_along(visitor: Visitor) -> None:
    drilled(visitor)
    file = visitor.get("/mine")
    (row,) = file["tables"]["drill"]
    other = Visitor(visitor.http)
    assert other.post("/mine", file) == {"added": 1, "known": 0}
    assert other.post("/mine", file) == {"added": 0, "known": 1}
    (taken,) = other.get("/mine")["tables"]["drill"]
    assert {**taken, "id": ""} == {**row, "id": ""}
    visitor.delete("/mine")
    assert len(other.get("/mine")["tables"]["drill"]) == 1


def test_drills_that_cannot_be_are_refused(visitor: Visitor) -> None:
    drilled(visitor)
    file, other = visitor.get("/mine"), Visitor(visitor.http)
    wrong = {"line": "X", "board": "nip", "move": "a9", "best": "b1", "loss": -1, "due": "soon"}
    for name, value in wrong.items():
        assert other.complaint("POST", "/mine", changed(file, "drill", **{name: value}), 422) == "invalid", (
            name
        )
    assert other.get("/mine")["tables"]["drill"] == []


# Deletion


def test_a_match_and_a_game_that_thinks_end_when_everything_of_their_owner_goes(visitor: Visitor) -> None:
    match = visitor.post("/matches", {"first": "random", "second": "random", "games": 2, "pace": 10}, 201)
    visitor.begin(black="engine:seconds=1000")
    visitor.delete("/mine")
    other = Visitor(visitor.http)
    other.get(f"/matches/{match['id']}", 404)
    assert other.get("/mine")["tables"]["played_match"] == other.get("/games")["games"] == []


def test_deletion_leaves_nothing_of_the_owner_and_all_of_others(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        other = Visitor(visitor.http)
        kept, gone = played(other), played(visitor)
        visitor.delete("/mine")
        visitor.get("/games", 401)
        visitor.get(f"/games/{gone['id']}", 401)
        assert ids(other) == [kept["id"]]
    with file_of(tmp_path) as database:
        assert database.execute("SELECT count(*) FROM owner").fetchone() == (1,)
        assert database.execute("SELECT id FROM game").fetchall() == [(kept["id"],)]


# Matches


PART = {"format": "shirokuro-mine", "version": 1}
SAME = ("wins", "draws", "losses", "played", "total", "state", "mean_margin", "elo")


def test_matches_come_along_with_their_games(visitor: Visitor) -> None:
    match = visitor.play_match(games=3)
    file = visitor.get("/mine")
    for table in ("played_match", "match_game"):
        assert all("owner" not in row for row in file["tables"][table])
    other = Visitor(visitor.http)
    for table in ("game", "played_match", "match_game"):  # in parts, as the page sends them
        rows = file["tables"][table]
        assert other.post("/mine", PART | {"tables": {table: rows}}) == {"added": len(rows), "known": 0}
    assert other.post("/mine", file) == {"added": 0, "known": 7}
    (copied,) = other.get("/matches")["matches"]
    assert copied["id"] != match["id"]
    again = other.get(f"/matches/{copied['id']}")
    assert {name: again[name] for name in SAME} == {name: match[name] for name in SAME}
    margins = [game["margin"] for game in again["games"]]
    assert margins == [game["margin"] for game in match["games"]]
    moves = [visitor.get(f"/games/{game['id']}")["moves"] for game in match["games"]]
    assert [other.get(f"/games/{game['id']}")["moves"] for game in again["games"]] == moves
    assert other.get("/games")["games"] == []
    visitor.delete("/mine")
    assert other.get(f"/matches/{copied['id']}")["played"] == 3


def test_a_match_is_exported_while_its_next_game_has_but_a_name(visitor: Visitor, tmp_path: Path) -> None:
    visitor.play_match(games=1)
    with file_of(tmp_path) as database:
        sql = "INSERT INTO match_game SELECT match, 1, owner, 'next', NULL, 0, 0, 0 FROM match_game"
        database.execute(sql)
    file = visitor.get("/mine")
    assert [row["number"] for row in file["tables"]["match_game"]] == [0]
    assert Visitor(visitor.http).post("/mine", file)["added"] == 3


def test_a_match_that_was_going_on_comes_back_paused(visitor: Visitor) -> None:
    match = visitor.post("/matches", {"first": "random", "second": "greedy", "games": 5, "pace": None}, 201)
    other = Visitor(visitor.http)
    assert other.post("/mine", visitor.get("/mine"))["added"] >= 1
    (copied,) = other.get("/matches")["matches"]
    assert (copied["state"], copied["pace"], copied["played"]) == ("going", None, 0)
    visitor.delete(f"/matches/{match['id']}")


def test_matches_that_cannot_be_are_refused(visitor: Visitor) -> None:
    visitor.play_match(games=1)
    file, other = visitor.get("/mine"), Visitor(visitor.http)
    for table, wrong in (
        ("played_match", {"first": ["no.such.Player", "greedy"], "second": ["person"], "games": [5000]}),
        ("played_match", {"state": ["won"], "board": ["reversi"]}),
        ("match_game", {"number": [1, 7], "game": ["x" * 20], "match": ["x" * 20]}),
    ):
        for field, value in ((field, value) for field, values in wrong.items() for value in values):
            code = other.complaint("POST", "/mine", changed(file, table, **{field: value}), 422)
            assert code in ("invalid", "malformed"), (field, value)


def test_how_a_game_of_a_match_ended_is_not_believed(visitor: Visitor) -> None:
    match = visitor.play_match(games=1)
    other = Visitor(visitor.http)
    other.post("/mine", changed(visitor.get("/mine"), "match_game", margin=12.0, black=12, white=0))
    (copied,) = other.get("/matches")["matches"]
    assert other.get(f"/matches/{copied['id']}")["mean_margin"] == match["mean_margin"]
