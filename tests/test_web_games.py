"""Games on the page's server: moves, passes, undo, clocks, who may see them, and what survives a restart."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from strange_players import Silent
from web_client import (
    PERSON,
    Held,
    Visitor,
    new_game,
    on_a_loop,
    served,
    server_parts,
    settings_in,
    visited,
)

import shirokuro as sk
from shirokuro.web.games.live_game import LiveGame
from shirokuro.web.games.routes import hint
from shirokuro.web.library.export_routes import export_game
from shirokuro.web.refusal import RefusedError
from shirokuro.web.store.store import GameStore
from shirokuro.web.values import GameView, NewGame, SeatsAsked

SLOW = "engine:seconds=1000"
"""Thinks for as long as the server allows."""
CRASHER, SEEDLESS = "strange_players.Crasher:ply=0", "strange_players.Seedless"
PASSING = "f5f6c4g5h5h4f7h6"
"""Black has no move after it."""


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with visited(tmp_path_factory.mktemp("web"), own_players=(CRASHER, SEEDLESS)) as found:
        yield found


# What is sent


def test_a_game_says_all_that_is_needed_to_show_it(visitor: Visitor) -> None:
    game = GameView.model_validate(visitor.begin(board="nip"))
    assert game.start.black == ["e4", "d5"]
    assert [legal.move for legal in game.legal] == ["d3", "c4", "f5", "e6"]
    assert game.legal[0].flips == [["d4"]]
    assert (game.waits, game.is_over, game.ply, game.turn) == (True, False, 0, "black")
    assert game.clock is game.thinking is None


# Moves


def test_two_people_play_at_one_screen(visitor: Visitor) -> None:
    """A move that was meant for another ply is refused."""
    game = visitor.move(visitor.begin(), "f5")
    assert [(made["move"], made["flips"]) for made in game["moves"]] == [("f5", [["e5"]])]
    assert game["turn"] == "white"
    assert visitor.get(f"/games/{game['id']}")["moves"] == game["moves"]
    assert visitor.move(game | {"ply": 0}, "f4", 409)["error"]["code"] == "stale"


def test_a_player_answers_and_with_black_begins(visitor: Visitor) -> None:
    game = visitor.settled(visitor.move(visitor.begin(white="greedy"), "f5"))
    assert (len(game["moves"]), game["waits"]) == (2, True)
    assert game["moves"][1]["seconds"] is not None
    assert len(visitor.settled(visitor.begin(black="random"))["moves"]) == 1


def test_a_move_that_is_none_changes_nothing(visitor: Visitor) -> None:
    game = visitor.begin()
    for move in ("a1", "z9", "pass", "xx"):
        assert visitor.move(game, move, 422)["error"]["text"]
    assert visitor.get(f"/games/{game['id']}")["ply"] == 0


def test_while_a_player_thinks_the_person_may_undo_or_resign_but_not_move_for_it(visitor: Visitor) -> None:
    game = visitor.move(visitor.begin(white=SLOW), "f5")
    assert game["thinking"]["side"] == "white"
    assert visitor.move(game, "f4", 409)["error"]["code"] == "not_your_turn"
    undone = visitor.post(f"/games/{game['id']}/undo")
    assert (undone["ply"], undone["thinking"], undone["waits"]) == (0, None, True)
    visitor.move(undone, "f5")
    assert visitor.post(f"/games/{game['id']}/resign")["result"]["winner"] == "white"


def test_forced_passes_are_made_and_said(visitor: Visitor) -> None:
    board = sk.Board.parse(PASSING)
    *before, last = (sk.square_name(move) for move in board.move_stack)
    assert board.must_pass()
    game = visitor.move(visitor.begin(text="".join(before)), last)
    assert [made["move"] for made in game["moves"][-2:]] == [last, "pass"]
    assert (game["turn"], game["waits"]) == ("white", True)


@on_a_loop
async def test_waiting_lasts_while_a_move_is_stored_after_which_the_player_moves_again(
    tmp_path: Path,
) -> None:
    async with server_parts(tmp_path) as (server, owner):
        asked = NewGame(board="reversi4", seats=SeatsAsked(black=PERSON, white="random"), seed=0)
        live = await server.games.create(owner, asked)
        while not live.played.is_over():
            board = live.played.board
            await live.move(sk.move_name(board.legal_moves[0]), len(board.move_stack))
            while live.thinking.is_under_way:
                await asyncio.sleep(0)  # until it has answered, and its move is being stored
            await live.wait(30)
            async with live.lock:
                assert live.played.waits() or live.played.is_over()
        assert "pass" in [move.move for move in live.followers.view().moves]


def test_a_whole_game_ends_with_its_discs_and_the_same_seed_gives_it_again(visitor: Visitor) -> None:
    one, other = (visitor.play_out("random", seed=3) for _ in range(2))
    result = one["result"]
    assert (result["by"], result["black"], result["text"]["ja"] != "") == ("discs", len(one["black"]), True)
    assert [made["move"] for made in one["moves"]] == [made["move"] for made in other["moves"]]


# Where a game begins


def test_a_game_goes_on_from_any_text(visitor: Visitor) -> None:
    game = visitor.begin(text="f5d6c3")
    assert [made["move"] for made in game["moves"]] == ["f5", "d6", "c3"]
    placed = visitor.begin(text=sk.Board.parse("f5d6c3").line())
    assert (placed["moves"], placed["turn"]) == ([], "white")
    assert placed["start"]["black"] == game["black"]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("board", ["chess"]),
        ("text", ["no game", "f5f5", "f5\n\nf5", sk.Board("nip").line()]),
        ("clock", ["soon", "-1", "nan", "1e300", "60+1e300"]),
        ("seed", [-1, 2**32]),
        ("colour", ["red"]),
    ],
)
def test_what_no_game_can_begin_with_is_refused(visitor: Visitor, field: str, values: list[Any]) -> None:
    for value in values:
        error = visitor.post("/games", new_game(**{field: value}), 422)["error"]
        assert error["text"]
        assert error["words"]["ja"]


BEYOND = (
    "engin engine:level=21 engine:threads=1000 engine:weights=/etc/passwd uct:playouts=10000000 nip-mc "
    "montai:seed=1 os.system strange_players.Raiser strange_players.Crasher:ply=1"
)


def test_players_beyond_the_bounds_are_refused(visitor: Visitor) -> None:
    for spec in BEYOND.split():
        assert visitor.post("/games", new_game(white=spec), 422)["error"]["text"], spec


def test_the_list_of_players_names_only_what_can_be_chosen(visitor: Visitor) -> None:
    found = visitor.get("/players")
    assert [level["level"] for level in found["levels"]] == [*range(21)]
    assert found["groups"] == ["rival", "study", "engine", "simple", "own"]
    groups = {each["name"]: each["group"] for each in found["players"]}
    of_each = {"ssai": "study", "uct": "study", "engine": "engine", "random": "simple", CRASHER: "own"}
    assert of_each.items() <= groups.items()
    for each in found["players"]:
        names = {parameter["name"] for parameter in each["parameters"]}
        assert not names & {"weights", "seed"}
        assert {one["name"] for one in each["parameters"] if one["is_technical"]} == names & {"threads"}


# Undo, redo, resign, again


def test_undo_goes_back_across_the_reply_and_redo_forward(visitor: Visitor) -> None:
    played = visitor.settled(visitor.move(visitor.begin(white="greedy"), "f5"))
    path = f"/games/{played['id']}"
    undone = visitor.post(f"{path}/undo")
    assert (undone["ply"], undone["can_undo"], undone["can_redo"]) == (0, False, True)
    assert visitor.post(f"{path}/redo")["moves"] == played["moves"]
    assert visitor.complaint("POST", f"{path}/redo", None, 409) == "not_now"


def test_stop_makes_a_player_move_with_what_it_has(visitor: Visitor) -> None:
    game = visitor.move(visitor.begin(white=SLOW), "f5")
    assert visitor.post(f"/games/{game['id']}/stop")["ply"] == 2
    assert visitor.complaint("POST", f"/games/{game['id']}/stop", None, 409) == "not_now"


def test_whoever_resigns_loses_and_may_take_it_back(visitor: Visitor) -> None:
    game = visitor.settled(visitor.move(visitor.begin(white="greedy"), "f5"))
    path = f"/games/{game['id']}"
    over = visitor.post(f"{path}/resign")
    result = over["result"]
    assert (over["is_over"], result["winner"], result["by"]) == (True, "white", "resigned")
    players = visitor.begin(SLOW, SLOW)
    for each in (game, players):
        assert visitor.complaint("POST", f"/games/{each['id']}/resign", None, 409) == "not_now"
    assert not visitor.post(f"{path}/undo")["is_over"]
    visitor.delete(f"/games/{players['id']}")


def test_play_again_swaps_the_colours(visitor: Visitor) -> None:
    game = visitor.begin(board="nip24", white="greedy", clock="60+1")
    again = visitor.post(f"/games/{game['id']}/again", {"swap": True}, 201)
    seats = again["seats"]
    assert (seats["black"]["spec"], seats["white"]["spec"], again["board"]) == ("greedy", "person", "nip24")
    assert again["clock"]["white"] == pytest.approx(60, abs=5)
    same = visitor.post(f"/games/{game['id']}/again", {"swap": False}, 201)
    assert same["seats"]["white"]["spec"] == "greedy"


def test_hints_are_best_first_with_their_badges(visitor: Visitor) -> None:
    game = visitor.begin(board="nip24+loop")
    values = visitor.post(f"/games/{game['id']}/hint")["values"]
    assert [value["value"] for value in values] == sorted((v["value"] for v in values), reverse=True)
    assert values[0]["line"][0] == values[0]["move"]
    assert values[0]["badge"]["kind"] in ("exact", "depth")


def test_a_player_that_never_answers_loses_and_blocks_nobody(tmp_path: Path) -> None:
    own = "strange_players.Silent:ply=0"
    Silent.told.clear()
    with visited(tmp_path, own_players=(own,), answer_seconds=0.1, stuck=1, workers=1) as visitor:
        game = visitor.settled(visitor.move(visitor.begin(white=own), "f5"))
        assert (game["result"]["winner"], game["result"]["by"]) == ("black", "fault")
        assert game["result"]["text"] == {
            "en": "white made a mistake: no answer within 0.1 seconds, black wins",
            "ja": "白が0.1秒たっても答えないため黒の勝ち",
        }
        other = visitor.settled(visitor.move(visitor.begin(white="greedy"), "f5"))
        assert other["ply"] == 2, "its thread was replaced"
        unasked = visitor.settled(visitor.move(visitor.begin(white=own), "f5"))
        assert "too many own players" in unasked["result"]["text"]["en"]
        Silent.told.set()


async def fail(*_: Any) -> None:
    """Stands for what stores a game."""
    raise RefusedError(503, "not_stored", "the disk is full", 10)


@pytest.mark.parametrize("question", [export_game, hint])
@on_a_loop
async def test_nobody_reads_a_move_that_is_not_stored_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: Callable[..., Any]
) -> None:
    async with server_parts(tmp_path) as (server, owner):
        live = await server.games.create(owner, NewGame(seats=SeatsAsked(black=PERSON, white=PERSON)))
        save = Held(fail)
        monkeypatch.setattr(server.store, "save", save)
        moving = asyncio.create_task(live.move("f5", 0))
        await save.entered.wait()
        more = {"form": "text"} if question is export_game else {}
        asking = asyncio.create_task(question(server, owner, live, **more))
        await asyncio.sleep(0)
        save.release.set()
        for task, complaint in ((moving, "disk"), (asking, "unloaded")):
            with pytest.raises(RefusedError, match=complaint):
                await task


@on_a_loop
async def test_a_move_that_is_not_stored_yet_is_shown_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the server were killed at that moment, it would have shown a move that it lost."""
    async with server_parts(tmp_path) as (server, owner):
        live = await server.games.create(owner, NewGame(seats=SeatsAsked(black=PERSON, white=PERSON)))
        heard, asked, store = list[str](), asyncio.Event(), server.store.save

        async def save(row: Any) -> None:
            await asked.wait()
            await asyncio.sleep(0)  # whoever has asked goes on as far as it can
            await store(row)
            heard.append("stored")

        monkeypatch.setattr(server.store, "save", save)
        moving = asyncio.create_task(live.move("f5", 0))
        while not live.played.board.move_stack:
            await asyncio.sleep(0)
        telling = asyncio.create_task(live.told())
        telling.add_done_callback(lambda told: heard.append("told" if '"f5"' in told.result() else "old"))
        asked.set()
        await asyncio.gather(moving, telling)
        assert heard == ["stored", "told"]


def test_a_move_that_cannot_be_stored_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with visited(tmp_path) as visitor:
        game = visitor.begin()
        with monkeypatch.context() as broken:
            broken.setattr(GameStore, "save", fail)
            assert visitor.move(game, "f5", 503)["error"]["code"] == "not_stored"
        assert visitor.get(f"/games/{game['id']}")["ply"] == 0
        assert visitor.move(game, "f5")["ply"] == 1


# Owners


def test_a_game_answers_only_to_its_owner(visitor: Visitor) -> None:
    game = visitor.move(visitor.begin(), "f5")
    path, stranger = f"/games/{game['id']}", Visitor(visitor.http)
    body = {"move": "d6", "ply": 1}
    for asked in (("GET", path, None), ("POST", f"{path}/moves", body), ("DELETE", path, None)):
        assert stranger.complaint(*asked, 404) == "not_found"
    assert stranger.get("/games")["games"] == []
    assert game["id"] in {each["id"] for each in visitor.get("/games")["games"]}


def test_without_a_token_nothing_of_anybodys_is_shown(visitor: Visitor) -> None:
    for token in ("", "x", "a" * 32, "ü" * 32, "x" * 3000):
        headers = {"Authorization": f"Bearer {token}".encode()}
        assert visitor.http.get("/api/games", headers=headers).status_code in (401, 422)


# A restart


def test_a_restarted_server_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players resume thinking, and no clock ran meanwhile."""
    with visited(tmp_path) as visitor:
        game = visitor.settled(visitor.move(visitor.begin(white="greedy", seed=5), "f5"))
        visitor.post(f"/games/{game['id']}/undo")
        timed, thinking = visitor.begin(clock="100"), visitor.move(visitor.begin(white=SLOW), "f5")
        assert thinking["thinking"] is not None
    real, hours = time.time, 5 * 3600
    monkeypatch.setattr(time, "time", lambda: real() + hours)
    with served(settings_in(tmp_path)) as visitor.http:
        undone, timed, thinking = (visitor.get(f"/games/{each['id']}") for each in (game, timed, thinking))
        assert (undone["ply"], undone["can_redo"]) == (0, True)
        assert undone["revision"] > game["revision"]
        assert visitor.post(f"/games/{game['id']}/redo")["moves"] == game["moves"]
        assert thinking["thinking"] is not None
        assert visitor.post(f"/games/{thinking['id']}/stop")["ply"] == 2
        assert timed["clock"]["black"] == pytest.approx(100, abs=20)
        assert not timed["is_over"]


def test_a_clock_runs_while_a_game_is_put_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with visited(tmp_path, idle_seconds=-1, over_seconds=-1) as visitor:
        game = visitor.begin(clock="100")
        visitor.http.portal.call(_tidy, visitor)  # type: ignore[union-attr]
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + 60)
        assert visitor.get(f"/games/{game['id']}")["clock"]["black"] == pytest.approx(40, abs=20)


async def _tidy(visitor: Visitor) -> None:
    visitor.server.games.tidy()
    assert len(visitor.server.games) == 0


def test_time_that_is_up_loses_the_game(visitor: Visitor) -> None:
    game = visitor.begin(clock="0.001")
    while not game["is_over"]:
        game = visitor.get(f"/games/{game['id']}")
    assert (game["result"]["winner"], game["result"]["by"]) == ("white", "clock")
    assert visitor.move(game, "f5", 409)


@pytest.mark.parametrize("failing", [CRASHER, SEEDLESS])
def test_a_player_that_misbehaves_loses_its_game_and_no_more(visitor: Visitor, failing: str) -> None:
    """This holds even if it fails before its first move."""
    game = visitor.settled(visitor.move(visitor.begin(white=failing), "f5"))
    assert (game["result"]["winner"], game["result"]["by"]) == ("black", "fault")


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with served(settings), pytest.raises(ValueError, match="another server"), served(settings):
        raise AssertionError


def test_games_that_nobody_asks_for_leave_nothing_in_memory(tmp_path: Path) -> None:
    with visited(tmp_path, idle_seconds=-1, over_seconds=-1) as visitor:
        for number in range(30):
            visitor.play_on(visitor.begin("random", "greedy", board="nip12", seed=number))
            visitor.move(visitor.begin(clock="100"), "f5")
        visitor.http.portal.call(_tidy, visitor)  # type: ignore[union-attr]
        gc.collect()
        kept = [each for each in gc.get_objects() if isinstance(each, LiveGame)]
        assert not [live for live in kept if live.room.settings.file.parent == tmp_path]


def test_a_game_says_of_which_family_its_opening_is(visitor: Visitor) -> None:
    game = visitor.begin(text="f5d6c3d3c4f4f6f3e6e7")
    family = {"en": "Tiger", "ja": "虎定石"}
    assert game["opening"] == {"en": "Comp'Oth", "ja": "コンポス", "known": 8, "family": family}
    visitor.move(game, game["legal"][0]["move"])
    found = visitor.get("/games", params={"search": "tiger"})["games"]
    assert game["id"] in [each["id"] for each in found]
