"""The rival on the page's server: its memory by owner and name, each game counted once, its report."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_client import PERSON, Visitor, new_game, on_a_loop, served, server_parts, settings_in, visited

import shirokuro as sk
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.opponent_model import STYLES
from shirokuro.players.rival.rival import Rival
from shirokuro.players.rival.rival_text import game_messages
from shirokuro.web.state import ServerState
from shirokuro.web.values import NewGame, SeatsAsked

RIVAL = "rival:nodes=2000"
NOTHING = {"won": 0, "drawn": 0, "lost": 0}


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(settings_in(tmp_path_factory.mktemp("home"))) as found:
        yield found


@pytest.fixture
def visitor(http: TestClient) -> Visitor:
    """Somebody new."""
    return Visitor(http)


def begun(visitor: Visitor, white: str = RIVAL, **fields: Any) -> Any:
    """A game on the smallest board, whose end is soon there."""
    return visitor.settled(visitor.begin(**{"board": "reversi4", "white": white, "seed": 1} | fields))


def played_out(visitor: Visitor, **fields: Any) -> Any:
    return visitor.play_on(begun(visitor, **fields))


def told(visitor: Visitor, game: Any) -> Any:
    return visitor.get(f"/games/{game['id']}/rival")


def memories(visitor: Visitor) -> dict[str, Any]:
    return {each["name"]: each for each in visitor.get("/rivals")["rivals"]}


def games_of(visitor: Visitor, name: str = "you") -> int:
    return int(memories(visitor).get(name, {"games": 0})["games"])


# What it tells


def test_the_rival_is_a_group_of_its_own(visitor: Visitor) -> None:
    groups = {each["name"]: each["group"] for each in visitor.get("/players")["players"]}
    assert [name for name, group in groups.items() if group == "rival"] == ["rival"]
    assert groups["rvlai"] == "study"


def test_it_reports_only_when_the_game_is_over(visitor: Visitor) -> None:
    game = begun(visitor)
    seen = told(visitor, game)
    assert (seen["side"], seen["standing"], seen["report"], seen["name"]) == ("white", "playing", None, "you")
    assert seen["strength"] is None
    assert seen["record"] == {"black": NOTHING, "white": NOTHING}
    seen = told(visitor, visitor.play_on(game))
    assert seen["standing"] == "counted"
    said = seen["report"]["texts"][0]
    assert said["en"].startswith("discs lost per move in this game: you ")
    assert said["ja"].startswith("この対局の一手の損失")


def test_its_report_is_the_library_s(visitor: Visitor) -> None:
    game = played_out(visitor, white="rival:nodes=2000,character=calm")
    rival = sk.player("rival:nodes=2000,character=calm")
    assert isinstance(rival, Rival)
    board = sk.Board("reversi4")
    board.extend([move["move"] for move in game["moves"]], insert_passes=False)
    expected = rival.report(replace(sk.Record.from_board(board), seed=1), sk.WHITE)
    seen = told(visitor, game)
    report, strength = seen["report"], expected.strength
    assert [each["en"] for each in report["texts"]] == [each.text("en") for each in game_messages(expected)]
    losses = {each["ply"]: each["loss"] for each in report["losses"]}
    assert losses == pytest.approx({**expected.losses, **expected.opponent_losses})
    assert all(each["side"] == game["moves"][each["ply"] - 1]["side"] for each in report["losses"])
    assert seen["strength"]["loss"] == pytest.approx(strength.mean)
    assert seen["strength"]["error"] == pytest.approx(strength.error)
    assert (seen["strength"]["weakest"], seen["strength"]["strongest"]) == strength.levels
    rating, error = expected.memory.knowledge.model.rating
    assert (seen["strength"]["rating"], seen["strength"]["rating_error"]) == (round(rating), round(error))


def test_the_record_is_the_person_s_by_the_person_s_colour(visitor: Visitor) -> None:
    game = played_out(visitor)
    ended = {"black": "won", "white": "lost", None: "drawn"}[game["result"]["winner"]]
    assert told(visitor, game)["record"] == {"black": NOTHING | {ended: 1}, "white": NOTHING}
    swapped = visitor.settled(visitor.post(f"/games/{game['id']}/again", {}, 201))
    assert swapped["seats"]["white"]["kind"] == "person"
    after = told(visitor, visitor.play_on(swapped))["record"]
    assert after["black"] == NOTHING | {ended: 1}
    assert sum(after["white"].values()) == 1


def test_a_rival_that_steers_on_nip_tells_what_it_takes_the_person_for(visitor: Visitor) -> None:
    seen = told(visitor, played_out(visitor, white=f"{RIVAL},mode=even", board="nip12"))
    assert seen["standing"] == "counted"
    assert 0 <= seen["strength"]["weakest"] <= seen["strength"]["level"] <= seen["strength"]["strongest"]
    assert games_of(visitor) == 1


def test_only_a_person_s_game_has_a_rival_that_tells(visitor: Visitor) -> None:
    for seats in ({"white": "random"}, {"black": "random", "white": RIVAL}, {"white": PERSON}):
        game = visitor.settled(visitor.begin(board="reversi4", seed=1, **seats))
        visitor.get(f"/games/{game['id']}/rival", 404)
    assert memories(visitor) == {}


# What counts, and once


def test_a_game_counts_once_however_often_it_is_asked_for(visitor: Visitor) -> None:
    """One that nobody asked for counts before the next begins."""
    played_out(visitor)
    second = begun(visitor)
    assert sum(told(visitor, second)["record"]["black"].values()) == 1
    visitor.play_on(second)
    assert [told(visitor, second)["standing"] for _ in range(3)] == ["counted"] * 3
    assert games_of(visitor) == 2
    begun(visitor)
    assert games_of(visitor) == 2


def test_a_game_counts_after_the_server_was_started_again(tmp_path: Path) -> None:
    """One that ends later goes on with the memory with which it began, else it could change how it plays."""
    with visited(tmp_path) as visitor:
        first, second = begun(visitor), begun(visitor, seed=2)
        visitor.play_on(first)
    with served(settings_in(tmp_path)) as visitor.http:
        assert told(visitor, first)["standing"] == "counted"
        assert memories(visitor)["you"]["strength"] is not None
        assert told(visitor, visitor.settled(second))["strength"] is None
        assert games_of(visitor) == 1
        visitor.play_on(second)
        assert games_of(visitor) == 2


@on_a_loop
async def test_games_that_are_counted_at_the_same_time_all_count_once(tmp_path: Path) -> None:
    async def play(server: ServerState, owner: str, seed: int) -> None:
        seats = SeatsAsked(black=PERSON, white=RIVAL)
        live = await server.games.create(owner, NewGame(board="reversi4", seats=seats, seed=seed))
        while not live.played.is_over():
            board = live.played.board
            await live.move(sk.move_name(board.legal_moves[0]), len(board.move_stack))
            await live.wait(30)

    async with server_parts(tmp_path) as (server, owner):
        await asyncio.gather(play(server, owner, 1), play(server, owner, 2))
        await asyncio.gather(*(server.rivals.count(owner) for _ in range(3)))
        assert [memory.games for memory in await server.rivals.all(owner)] == [2]


def test_nothing_after_the_end_takes_a_game_back_or_adds_one(visitor: Visitor) -> None:
    game = played_out(visitor)
    visitor.post("/reviews", {"game": game["id"]})
    assert games_of(visitor) == 1
    game = visitor.post(f"/games/{game['id']}/undo")
    seen = told(visitor, game)
    assert (seen["standing"], seen["report"], games_of(visitor)) == ("counted", None, 1)
    assert told(visitor, visitor.play_on(game))["standing"] == "counted"
    assert games_of(visitor) == 1
    visitor.delete(f"/games/{game['id']}")
    assert games_of(visitor) == 1
    assert visitor.get("/mine")["tables"]["rival_game"] == []


@pytest.mark.parametrize(
    ("asked", "standing"),
    [("undo", "taken_back"), ("hint", "hint"), ("review", "analysis"), ("analysis", "analysis")],
)
def test_a_game_with_help_does_not_count(visitor: Visitor, asked: str, standing: str) -> None:
    game = begun(visitor)
    game = visitor.settled(visitor.move(game, game["legal"][0]["move"]))
    moves = "".join(move["move"] for move in game["moves"])
    if asked == "review":
        visitor.post("/reviews", {"game": game["id"]})
    elif asked == "analysis":
        visitor.post("/analysis", {"board": "reversi4", "text": moves, "seconds": 0.1})
    else:
        visitor.post(f"/games/{game['id']}/{asked}")
    assert told(visitor, game)["standing"] == standing
    seen = told(visitor, visitor.play_on(game))
    assert seen["standing"] == standing
    assert seen["report"]["texts"]
    assert memories(visitor) == {}


def test_a_handicap_game_does_not_count_and_keeps_its_colours(visitor: Visitor) -> None:
    game = begun(visitor, handicap=1, handicap_discs=2.5)
    assert game["start"]["black"] == ["a1", "c2", "b3"]
    game = visitor.play_on(game)
    assert game["result"]["handicap_discs"] == 2.5
    discs = game["result"]["black"] - game["result"]["white"]
    assert abs(game["result"]["margin"] - discs) >= 2.5
    assert told(visitor, game)["standing"] == "elsewhere"
    again = visitor.post(f"/games/{game['id']}/again", status=201)
    assert (again["start"], again["seats"]) == (game["start"], game["seats"])
    assert memories(visitor) == {}


@pytest.mark.parametrize("fields", [{"board": "nip12", "handicap": 1}, {"handicap": 1, "text": "b1"}])
def test_a_handicap_that_cannot_be(visitor: Visitor, fields: dict[str, Any]) -> None:
    refused = visitor.post("/games", new_game(white=RIVAL, **{"board": "reversi4"} | fields), status=422)
    assert refused["error"]["text"].startswith("handicap: ")


def test_a_game_that_was_given_up_does_not_count(visitor: Visitor) -> None:
    game = visitor.post(f"/games/{begun(visitor)['id']}/resign")
    seen = told(visitor, game)
    assert (seen["standing"], seen["report"]) == ("unfinished", None)
    visitor.play_on(visitor.post(f"/games/{game['id']}/undo"))
    assert memories(visitor) == {}


def test_a_game_that_began_elsewhere_does_not_count(visitor: Visitor) -> None:
    """Else the end of a game could be played again and again."""
    game = played_out(visitor)
    moves = "".join(move["move"] for move in game["moves"][:4])
    assert told(visitor, played_out(visitor, text=moves))["standing"] == "elsewhere"
    assert told(visitor, played_out(visitor, text="XXO--OX--XO----- X"))["standing"] == "elsewhere"
    assert games_of(visitor) == 1


# Names and owners


def test_each_name_has_its_own_memory(visitor: Visitor) -> None:
    played_out(visitor, name="Aki")
    played_out(visitor, name="白 黒子")
    assert {name: each["games"] for name, each in memories(visitor).items()} == {"Aki": 1, "白 黒子": 1}
    again = played_out(visitor, name="Aki", seed=2)
    assert told(visitor, again)["name"] == "Aki"
    assert games_of(visitor, "Aki") == 2


@pytest.mark.parametrize("name", ["", " ", " Aki", "a  b", "x" * 41, "a\nb"])
def test_a_name_that_cannot_be(visitor: Visitor, name: str) -> None:
    visitor.post("/games", new_game(white=RIVAL, name=name), 422)


def test_the_next_game_is_played_by_the_same_name_or_by_another(visitor: Visitor) -> None:
    game = played_out(visitor, name="Aki")
    same = visitor.post(f"/games/{game['id']}/again", {}, 201)
    other = visitor.post(f"/games/{game['id']}/again", {"name": "Ben"}, 201)
    assert [told(visitor, visitor.settled(each))["name"] for each in (same, other)] == ["Aki", "Ben"]


def test_nobody_finds_the_memory_of_another_by_their_name(visitor: Visitor) -> None:
    game = played_out(visitor, name="Aki")
    assert games_of(visitor, "Aki") == 1
    stranger = Visitor(visitor.http)
    assert memories(stranger) == {}
    stranger.get(f"/games/{game['id']}/rival", 404)
    stranger.delete("/rivals?name=Aki", 404)
    stranger.post("/rivals/rename", {"name": "Aki", "to": "Ben"}, 204)
    assert told(stranger, begun(stranger, name="Aki"))["strength"] is None
    assert games_of(visitor, "Aki") == 1


def test_reset_forgets_one_name(visitor: Visitor) -> None:
    played_out(visitor, name="Aki")
    played_out(visitor, name="Ben")
    visitor.delete("/rivals?name=Aki")
    assert list(memories(visitor)) == ["Ben"]
    visitor.delete("/rivals?name=Aki", 404)
    played_out(visitor, name="Aki")
    assert games_of(visitor, "Aki") == 1


def test_a_first_name_takes_over_what_is_remembered(visitor: Visitor) -> None:
    played_out(visitor)
    under_way = begun(visitor)
    visitor.post("/rivals/rename", {"name": "you", "to": "Aki"}, 204)
    assert list(memories(visitor)) == ["Aki"]
    assert told(visitor, visitor.play_on(under_way))["name"] == "Aki"
    assert games_of(visitor, "Aki") == 2
    played_out(visitor)
    assert visitor.complaint("POST", "/rivals/rename", {"name": "you", "to": "Aki"}, 409) == "taken"
    assert {name: each["games"] for name, each in memories(visitor).items()} == {"Aki": 2, "you": 1}


def test_an_owner_has_so_many_names(tmp_path: Path) -> None:
    with visited(tmp_path, names_a_client=1) as visitor:
        played_out(visitor, name="Aki")
        assert games_of(visitor, "Aki") == 1
        visitor.post("/games", new_game(white=RIVAL, board="reversi4", name="Ben"), 429)
        played_out(visitor, name="Aki")


# Files


def test_a_saved_file_brings_the_memory_back_and_counts_nothing_twice(visitor: Visitor) -> None:
    game = played_out(visitor, name="Aki")
    report = told(visitor, game)["report"]
    under_way = begun(visitor, name="Aki")
    saved = {key: visitor.get("/mine")[key] for key in ("format", "version", "tables")}
    known = memories(visitor)
    other = Visitor(visitor.http)
    for reader in (other, other, visitor):
        reader.post("/mine", saved)
        assert memories(reader) == known
    ids = {each["moves"]: each["id"] for each in other.get("/games")["games"]}
    assert told(other, {"id": ids[len(game["moves"])]})["report"] == report
    visitor.delete(f"/games/{under_way['id']}")
    visitor.post("/mine", saved)
    seen = told(visitor, visitor.play_on(under_way))
    assert seen["standing"] == "read"
    assert memories(visitor) == known


@pytest.mark.parametrize(
    "wrong",
    [
        {"strength": {"moves": 1, "lost": 100, "squares": 0}},
        {"strength": {"moves": 1e9, "lost": 1, "squares": 1e9}},
        {"black": {"wins": 0.5, "draws": 0, "losses": 0}},
        {"model": {"early": [800.0] * STYLES, "late": [0.0] * STYLES}},
        {"white": {}},
    ],
)
def test_a_memory_that_no_games_lead_to_is_not_taken(visitor: Visitor, wrong: dict[str, Any]) -> None:
    memory = json.dumps(RivalMemory().to_dict() | wrong)
    tables = {"rival_memory": [{"name": "Aki", "memory": memory}]}
    file = {"format": "shirokuro-mine", "version": 1, "made": 0.0, "tables": tables}
    assert visitor.complaint("POST", "/mine", file, 422) == "invalid"
    assert memories(visitor) == {}


def test_everything_is_deleted(visitor: Visitor) -> None:
    played_out(visitor)
    assert games_of(visitor) == 1
    token = visitor.token
    visitor.delete("/mine")
    visitor.token = token
    visitor.get("/rivals", 401)
