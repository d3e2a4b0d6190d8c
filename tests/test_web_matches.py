"""Matches on the page's server: pace, step, score, every game, and going on after a restart."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from web_client import Held, Listener, Visitor, on_a_loop, server_parts, visited

import shirokuro as sk
from shirokuro import notation
from shirokuro.web.matches.live_match import AT_ONCE
from shirokuro.web.matches.values import NewMatch

QUICK: dict[str, Any] = {"board": "nip12", "first": "random", "second": "greedy", "seed": 7}
SLOW: dict[str, Any] = {"board": "reversi", "first": "engine:seconds=1000"}
"""Ten seconds a move, the most that the server allows."""


def begin(visitor: Visitor, **fields: Any) -> Any:
    return visitor.post("/matches", QUICK | fields, 201)


def change_pace(visitor: Visitor, match: Any, pace: float | None) -> Any:
    return visitor.post(f"/matches/{match['id']}/pace", {"pace": pace})


def listening(visitor: Visitor, match: Any) -> Listener:
    return Listener(visitor, "match", match=match["id"])


def heard_to_the_end(visitor: Visitor, match: Any) -> tuple[Any, list[Any]]:
    """The match when it is over, and every state of its games that was sent until then."""
    games = []
    with listening(visitor, match) as listener:
        while True:
            message = listener.hear("match", "game")
            assert message["id"] == 1
            if message["type"] == "game":
                games.append(message["game"])
            elif message["match"]["state"] != "going":
                return message["match"], games


def until_ply(listener: Listener, ply: int) -> Any:
    while (game := listener.hear("game")["game"])["ply"] < ply:
        pass
    return game


@on_a_loop
async def test_a_game_is_told_of_when_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server_parts(tmp_path) as (server, owner):
        monkeypatch.setattr(server.games, "create", create := Held(server.games.create))
        match = await server.matches.create(owner, NewMatch(**QUICK))
        await create.entered.wait()
        assert match.view().games == []
        create.release.set()
        while not (games := match.view().games):
            await asyncio.sleep(0)
        assert await server.games.find(owner, games[0].id)


def test_a_match_has_score_elo_and_margins(visitor: Visitor) -> None:
    match = visitor.play_match(games=6)
    assert (match["state"], match["played"], match["total"], match["current"]) == ("done", 6, 6, None)
    margins = [game["margin"] for game in match["games"]]
    assert match["wins"] == sum(margin > 0 for margin in margins)
    assert match["wins"] + match["draws"] + match["losses"] == 6
    assert match["mean_margin"] == pytest.approx(sum(margins) / 6)
    assert [game["first"] for game in match["games"]] == ["black", "white"] * 3
    assert visitor.get(f"/matches/{match['id']}") == match
    for entry in match["games"]:
        game = visitor.get(f"/games/{entry['id']}")
        assert game["is_over"]
        assert game["seats"][entry["first"]]["spec"] == "random"
        assert entry["margin"] == game["result"]["margin"] * (1 if entry["first"] == "black" else -1)
        assert (entry["black"], entry["white"]) == (len(game["black"]), len(game["white"]))
        assert entry["moves"] == len(game["moves"])


def test_several_games_are_played_at_once(visitor: Visitor) -> None:
    match = begin(visitor, **SLOW, games=AT_ONCE + 2)
    with listening(visitor, match) as listener:
        boards, heard = [], set()
        while len(boards) < AT_ONCE or heard != {*boards}:
            message = listener.hear("match", "game")
            boards = message["match"]["boards"] if "match" in message else boards
            heard |= {message["game"]["id"]} if "game" in message else set()
        assert listener.hear("thinking")["side"] == "black"
    assert visitor.post(f"/matches/{match['id']}/cancel")["boards"] == []


def test_the_games_of_an_own_player_and_of_one_that_learns_are_played_one_by_one(tmp_path: Path) -> None:
    own = "strange_players.Raiser"
    with visited(tmp_path, own_players=(own,)) as visitor:
        for first in (own, "engine:level=0,experience=mine"):
            with listening(visitor, begin(visitor, first=first, games=3, pace=None)) as listener:
                game = listener.hear("game")["game"]
            match = visitor.get("/matches")["matches"][0]
            assert visitor.get(f"/matches/{match['id']}")["boards"] == [game["id"]]


def test_its_figures_are_those_of_the_library(visitor: Visitor) -> None:
    match = visitor.play_match(board="reversi4", games=8)
    result = sk.match("random", "greedy", 8, 7, variant="reversi4")
    assert match["played"] == 8
    openings = {tuple(record.moves[: match["opening_moves"]]) for record in result.records}
    shown = [visitor.get(f"/games/{game['id']}") for game in match["games"]]
    names = [[move["move"] for move in game["moves"][: match["opening_moves"]]] for game in shown]
    assert {tuple(map(sk.parse_move, line)) for line in names} == openings
    assert names[0::2] == names[1::2]  # each opening with both colours
    low, high = match["elo_interval"]
    if match["elo"] is not None and low is not None and high is not None:
        assert low < match["elo"] < high
        assert match["elo_error"] == pytest.approx((high - low) / 2, abs=0.1)


def test_one_game_is_played_from_the_start(visitor: Visitor) -> None:
    match, games = heard_to_the_end(visitor, begin(visitor, games=1))
    assert (match["opening_moves"], match["played"]) == (0, 1)
    assert games[-1]["is_over"]
    assert games[-1]["moves"][0]["seconds"] is not None


def test_a_paused_match_stands_still_until_a_step(visitor: Visitor) -> None:
    match = begin(visitor, games=1, pace=None)
    with listening(visitor, match) as listener:
        assert listener.hear("game")["game"]["ply"] == 0
        for ply in (1, 2):
            assert visitor.post(f"/matches/{match['id']}/step")["pace"] is None
            game = until_ply(listener, ply)
            assert (game["ply"], game["thinking"]) == (ply, None)
        change_pace(visitor, match, 0)
        while listener.hear("match")["match"]["state"] == "going":
            pass


def test_a_pause_ends_the_thinking_and_shows_at_once(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shirokuro.web.games.game_followers.SAME_MOMENT", 1000.0)
    match = begin(visitor, **SLOW, games=1)
    with listening(visitor, match) as listener:
        game = listener.hear("game")["game"]
        assert listener.hear("thinking")["side"] == "black"
        assert visitor.get(f"/games/{game['id']}")["thinking"] is not None
        change_pace(visitor, match, None)
        assert visitor.get(f"/games/{game['id']}")["thinking"] is None
        while (game := listener.hear("game")["game"])["thinking"] is not None:
            pass
        shown = visitor.get(f"/games/{game['id']}", params={"wait": 30})  # looking at it moves nothing
        assert (game["ply"], shown["ply"], shown["thinking"]) == (0, 0, None)


def test_a_pace_is_kept(visitor: Visitor) -> None:
    began = time.monotonic()
    visitor.play_match(board="reversi4", games=1, pace=0.02)
    assert time.monotonic() - began > 8 * 0.02  # a lower bound that no machine can beat


def test_a_match_can_be_ended_early(visitor: Visitor) -> None:
    match = begin(visitor, **SLOW, games=3)
    ended = visitor.post(f"/matches/{match['id']}/cancel")
    assert (ended["state"], ended["played"], ended["current"]) == ("cancelled", 0, None)
    path = f"/matches/{match['id']}/pace"
    assert visitor.complaint("POST", path, {"pace": 0}, 409) == "over"
    assert visitor.complaint("POST", f"/matches/{match['id']}/cancel", None, 409) == "over"


def test_a_match_belongs_to_its_owner_and_can_be_deleted(visitor: Visitor) -> None:
    match, games = heard_to_the_end(visitor, begin(visitor, games=2))
    other = Visitor(visitor.http)
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/step"), ("GET", "/export")):
        assert other.complaint(method, f"/matches/{match['id']}{path}", None, 404) == "not_found"
    visitor.delete(f"/matches/{match['id']}")
    visitor.get(f"/matches/{match['id']}", 404)
    visitor.get(f"/games/{games[-1]['id']}", 404)


def test_matches_are_listed_and_their_games_are_not_among_ones_own(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        first, second = visitor.play_match(games=2), visitor.play_match(second="random")
        listed = visitor.get("/matches", params={"limit": 1})
        assert (listed["matches"][0]["id"], listed["more"]) == (second["id"], True)
        assert listed["matches"][0]["first"]["spec"] == "random"
        older = visitor.get("/matches", params={"before": listed["matches"][0]["started"]})
        assert [match["id"] for match in older["matches"]] == [first["id"]]
        assert older["matches"][0]["played"] == 2
        assert visitor.get("/games")["games"] == []


@pytest.mark.parametrize("form", ["ggf", "json"])
def test_the_games_can_be_exported(visitor: Visitor, form: str) -> None:
    match = visitor.play_match(games=4)
    answer = visitor.raw("GET", f"/matches/{match['id']}/export?format={form}")
    records = [sk.Record.from_text(text) for text in notation.parse(answer.text, "nip12")]
    assert len(records) == 4
    assert {records[0].black, records[0].white} == {"random", "greedy"}
    signs = [1 if game["first"] == "black" else -1 for game in match["games"]]
    margins = [game["margin"] for game in match["games"]]
    assert [sign * (record.result or 0) for sign, record in zip(signs, records, strict=True)] == margins


def test_what_cannot_be_played_is_refused(visitor: Visitor) -> None:
    before = len(visitor.get("/matches", params={"limit": 100})["matches"])
    wrong = {"first": ["person", "nobody", "os.Path", "ssai"], "board": ["chess"], "games": [0, 101]}
    for field, values in (wrong | {"pace": [-1, 1e9], "surprise": [1]}).items():
        for value in values:
            visitor.post("/matches", QUICK | {field: value}, 422)
    assert len(visitor.get("/matches", params={"limit": 100})["matches"]) == before


def test_so_many_matches_at_once_and_no_more(tmp_path: Path) -> None:
    with visited(tmp_path, matches_a_client=1, matches=2) as visitor:
        first = begin(visitor, **SLOW)
        assert visitor.complaint("POST", "/matches", QUICK, 429) == "too_many"
        paused = change_pace(visitor, first, None)
        begin(visitor, **SLOW)
        path = f"/matches/{paused['id']}/pace"
        assert visitor.complaint("POST", path, {"pace": 0}, 429) == "too_many"
        visitor.post(f"/matches/{paused['id']}/step")  # one move is always allowed
        begin(Visitor(visitor.http), **SLOW)
        assert Visitor(visitor.http).complaint("POST", "/matches", QUICK, 503) == "busy"


def test_a_restart_goes_on(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        match = begin(visitor, board="reversi4", games=2, pace=None)
        still = begin(visitor, games=1, pace=None)
        with listening(visitor, match) as listener:
            ply = listener.hear("game")["game"]["ply"]
            visitor.post(f"/matches/{match['id']}/step")
            before = until_ply(listener, ply + 1)
            change_pace(visitor, match, 30)
        token = visitor.token
    with visited(tmp_path) as visitor:
        visitor.token = token
        assert visitor.get(f"/matches/{still['id']}")["pace"] is None
        assert visitor.get(f"/games/{before['id']}")["moves"] == before["moves"]
        change_pace(visitor, match, 0)
        done, _ = heard_to_the_end(visitor, match)
        assert done["played"] == 2
        assert before["id"] in {game["id"] for game in done["games"]}
        assert visitor.get(f"/games/{before['id']}")["moves"][: ply + 1] == before["moves"]


def test_what_was_going_on_goes_on_without_anybody_asking(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        with listening(visitor, begin(visitor, **SLOW)) as listener:
            game = listener.hear("game")["game"]
        token = visitor.token
    with visited(tmp_path) as visitor:
        visitor.token = token
        with Listener(visitor, "follow", game=game["id"]) as listener:
            assert listener.hear("thinking")["side"] == "black"


def test_a_player_that_errs_loses_that_game(tmp_path: Path) -> None:
    erring = "strange_players.Raiser"
    with visited(tmp_path, own_players=(erring,)) as visitor:
        match, games = heard_to_the_end(visitor, begin(visitor, first=erring, games=1))
        assert (match["losses"], match["games"][0]["margin"]) == (1, -12)
        assert games[-1]["result"]["by"] == "fault"
        exported = visitor.raw("GET", f"/matches/{match['id']}/export?format=json")
        assert json.loads(exported.text)["result"] == -12


def test_who_deletes_everything_deletes_matches_that_go_on(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        visitor.play_match(games=2)
        with listening(visitor, begin(visitor, **SLOW, games=1)) as listener:
            listener.hear("game")
        mine = visitor.get("/mine")["tables"]
        assert (len(mine["played_match"]), len(mine["match_game"])) == (2, 3)
        visitor.delete("/mine")
        counting = visitor.server.store.read, "SELECT count(*) FROM match_game"
        counted = visitor.http.portal.call(*counting)  # type: ignore[union-attr]
        assert counted == [(0,)]


def test_a_game_of_a_match_that_somebody_deletes_is_played_anew(visitor: Visitor) -> None:
    match = begin(visitor, games=1, pace=None)
    with listening(visitor, match) as listener:
        game = listener.hear("game")["game"]
    visitor.delete(f"/games/{game['id']}")
    change_pace(visitor, match, 0)
    assert heard_to_the_end(visitor, match)[0]["played"] == 1


def test_a_slow_match_keeps_nobody_waiting(tmp_path: Path) -> None:
    with visited(tmp_path, workers=3) as visitor:
        match = begin(visitor, **SLOW)
        with listening(visitor, match) as listener:
            listener.hear("thinking")
            assert visitor.post(f"/games/{visitor.begin(board='nip12')['id']}/hint")["values"]
            assert visitor.settled(visitor.move(visitor.begin(white="greedy"), "f5"))["ply"] == 2
            now = visitor.get(f"/matches/{match['id']}")
        assert visitor.get(f"/games/{now['current']}")["thinking"] is not None


def test_a_match_by_opening(visitor: Visitor) -> None:
    """Margins are the first player's, as those of the match."""
    match = visitor.play_match(board="reversi", first="greedy", second="random", games=4)
    found = visitor.get(f"/matches/{match['id']}/openings")["openings"]
    assert sum(each["games"] for each in found) == 4
    assert sum(each["wins"] for each in found) == match["wins"]
    total = sum(each["games"] * each["mean_margin"] for each in found)
    assert total == pytest.approx(4 * match["mean_margin"])
    assert found[0]["opening"]["name"]["en"]
    other = visitor.play_match(games=2)
    assert visitor.get(f"/matches/{other['id']}/openings") == {"openings": []}
    visitor.get("/matches/nothing/openings", 404)
