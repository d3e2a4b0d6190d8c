"""Games between two browsers: links and seats, offers, spectators, the clock, leaving, and what survives."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from web_client import Listener, Visitor, served, settings_in, visited
from web_process import server_process

from shirokuro.web.refusal import RefusedError
from shirokuro.words.message import Message


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with visited(tmp_path_factory.mktemp("web"), leave_seconds=0) as found:
        yield found


def invited(host: Visitor, **fields: Any) -> tuple[Any, str]:
    """A game with a free seat, and the secret of the link."""
    made = host.post("/invitations", fields, 201)
    return made["game"], made["secret"]


def joined(host: Visitor, **fields: Any) -> tuple[Visitor, Any]:
    """A friend who has taken the seat, and the game as they see it."""
    _, secret = invited(host, **fields)
    friend = Visitor(host.http)
    return friend, friend.post("/invitations/join", {"secret": secret, "name": "Aki"})


def refused(visitor: Visitor, path: str, body: Any = None, status: int = 409) -> str:
    return visitor.complaint("POST", path, body, status)


def seen(visitor: Visitor, game: Any) -> Any:
    return visitor.get(f"/games/{game['id']}")


def finish(game: Any, *people: Visitor) -> Any:
    """Each plays the first legal move in turn."""
    while not game["is_over"]:
        for person in people:
            game = seen(person, game)
            if game["waits"]:
                person.move(game, game["legal"][0]["move"])
    return game


# Links and seats


def test_two_people_play_each_from_their_own_browser(host: Visitor) -> None:
    game, secret = invited(host, board="reversi4", name="Ken", clock="300+5")
    assert (game["people"]["you"], game["people"]["white"]) == ("black", None)
    friend = Visitor(host.http)
    about = friend.post("/invitations/look", {"secret": secret})
    assert about == {
        "board": "reversi4",
        "side": "white",
        "name": "Ken",
        "clock": "300+5",
        "state": "free",
        "game": None,
    }
    theirs = friend.post("/invitations/join", {"secret": secret, "name": "Aki"})
    assert (theirs["people"]["you"], theirs["waits"], theirs["legal"]) == ("white", False, [])
    assert [theirs["seats"][side]["kind"] for side in ("black", "white")] == ["friend", "person"]
    assert theirs["seats"]["black"]["name"]["en"] == "Ken"
    mine = seen(host, game)
    assert (mine["waits"], mine["seats"]["white"]["name"]["ja"]) == (True, "Aki")
    assert refused(friend, f"/games/{game['id']}/moves", {"move": mine["legal"][0]["move"], "ply": 0}) == (
        "not_your_turn"
    )
    moved = host.move(mine, mine["legal"][0]["move"])
    assert (moved["waits"], moved["turn"]) == (False, "white")
    over = finish(moved, friend, host)
    for person in (host, friend):
        (row,) = person.get("/games")["games"]
        assert (row["id"], row["result"]) == (game["id"], over["result"]["text"]["en"].split(",")[0])
        assert person.post("/reviews", {"game": game["id"]})["moves"]
        outcome = (
            "drawn"
            if over["result"]["winner"] is None
            else ("won" if over["result"]["winner"] == seen(person, game)["people"]["you"] else "lost")
        )
        assert person.get("/games", params={"result": outcome})["found"] == 1
        assert person.get("/games", params={"search": "aki"})["found"] == 1


def test_a_link_seats_one_person_once(host: Visitor) -> None:
    game, secret = invited(host)
    assert refused(host, "/invitations/join", {"secret": secret}) == "own_invitation"
    assert refused(host, f"/games/{game['id']}/moves", {"move": "f5", "ply": 0}) == "not_begun"
    first, second = Visitor(host.http), Visitor(host.http)
    assert first.get(f"/games/{game['id']}", status=404)
    first.post("/invitations/join", {"secret": secret})
    assert refused(second, "/invitations/join", {"secret": secret}) == "seat_taken"
    assert second.post("/invitations/look", {"secret": secret})["state"] == "taken"
    assert first.post("/invitations/join", {"secret": secret})["id"] == game["id"]  # they come back
    assert refused(host, f"/games/{game['id']}/invitation") == "no_seat"


def test_of_two_who_come_at_once_one_is_seated(host: Visitor) -> None:
    _, secret = invited(host)
    friends = [Visitor(host.http) for _ in range(4)]
    statuses: list[int] = []

    def come(friend: Visitor) -> None:
        answer = friend.raw("POST", "/invitations/join", json={"secret": secret})
        statuses.append(answer.status_code)

    threads = [threading.Thread(target=come, args=(friend,)) for friend in friends]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [200, 409, 409, 409]


@pytest.mark.parametrize("way", ["withdrawn", "replaced", "of another server"])
def test_a_link_that_leads_nowhere_says_so(host: Visitor, way: str) -> None:
    game, secret = invited(host)
    if way == "withdrawn":
        host.delete(f"/games/{game['id']}")
    elif way == "replaced":
        host.post(f"/games/{game['id']}/invitation", status=201)
    else:
        secret = "x" * 32
    answer = Visitor(host.http).post("/invitations/join", {"secret": secret}, 404)
    assert answer["error"]["code"] == "no_invitation"
    assert answer["error"]["words"].keys() == {"en", "ja"}


def test_links_are_long_and_stored_as_digests(tmp_path: Path) -> None:
    with visited(tmp_path) as host:
        game, secret = invited(host)
        watching = host.post(f"/games/{game['id']}/spectators", status=201)["secret"]
        assert min(len(secret), len(watching)) >= 128 / 6
        host.get("/mine")
    for file in tmp_path.glob("web.sqlite*"):
        content = file.read_bytes()
        assert secret.encode() not in content
        assert watching.encode() not in content


def test_a_full_disk_seats_nobody_and_loses_nothing(host: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    game, secret = invited(host)
    friend, store = Visitor(host.http), host.server.store

    async def full(*_: Any) -> None:
        raise RefusedError(507, "not_stored", Message("refusals.disk"), 60)

    with monkeypatch.context() as disk:
        disk.setattr(store, "save", full)
        assert refused(friend, "/invitations/join", {"secret": secret}, 507) == "not_stored"
        assert seen(host, game)["people"]["white"] is None
    assert friend.post("/invitations/join", {"secret": secret})["people"]["you"] == "white"


# Help


def test_nobody_is_helped_before_the_end(host: Visitor) -> None:
    friend, game = joined(host)
    mine = host.move(seen(host, game), "f5")
    place = {"board": "reversi", "text": "f5"}
    for person in (host, friend):
        for path, body in (
            (f"/games/{game['id']}/hint", None),
            ("/reviews", {"game": game["id"]}),
            ("/analysis", place),
            (f"/games/{game['id']}/undo", None),
            (f"/games/{game['id']}/again", None),
        ):
            assert refused(person, path, body) == "between_people", path
    assert (mine["can_undo"], mine["can_redo"]) == (False, False)
    assert host.complaint("DELETE", f"/games/{game['id']}", None, 409) == "between_people"


# Offers


def test_a_draw_needs_both(host: Visitor) -> None:
    friend, game = joined(host)
    draw = f"/games/{game['id']}/draw"
    assert host.post(draw)["people"]["black"]["offers"]
    assert seen(friend, game)["people"]["black"]["offers"]
    host.ask("DELETE", draw)
    host.post(draw)
    friend.ask("DELETE", draw)
    assert refused(host, draw) == "declined"
    mine = host.move(seen(host, game), "f5")
    host.post(draw)
    friend.move(mine, "d6")  # which declines it
    assert refused(host, draw) == "declined"
    friend.post(draw)
    over = host.post(draw)
    assert (over["is_over"], over["result"]["winner"], over["result"]["by"]) == (True, None, "agreed")
    assert over["result"]["text"]["ja"] == "合意により引き分け"
    for person in (host, friend):
        assert person.get("/games", params={"result": "drawn"})["found"] >= 1
    assert refused(friend, draw) == "over"
    assert "agreed draw" in host.raw("GET", f"/games/{game['id']}/export?format=json").text
    other = Visitor(host.http)
    other.post("/mine", friend.get("/mine"))
    assert seen(other, game | {"id": other.get("/games")["games"][0]["id"]})["result"]["by"] == "agreed"


def test_who_resigns_loses_whoever_is_to_move(host: Visitor) -> None:
    friend, game = joined(host, side="white")
    over = host.post(f"/games/{game['id']}/resign")
    assert (over["result"]["winner"], over["turn"]) == ("black", "black")
    assert refused(friend, f"/games/{game['id']}/resign") == "not_now"


def test_a_rematch_swaps_colours_and_begins_when_both_want_it(host: Visitor) -> None:
    friend, game = joined(host, board="nip12", clock="60")
    assert refused(host, f"/games/{game['id']}/rematch") == "not_now"
    friend.post(f"/games/{game['id']}/resign")
    asked = host.post(f"/games/{game['id']}/rematch")
    assert (asked["people"]["black"]["offers"], asked["people"]["next"]) == (True, None)
    key = friend.post(f"/games/{game['id']}/rematch")["people"]["next"]
    assert seen(host, game)["people"]["next"] == key
    following = friend.get(f"/games/{key}")
    assert (following["people"]["you"], following["board"], following["waits"]) == ("black", "nip12", True)
    assert host.get(f"/games/{key}")["people"]["you"] == "white"


# The clock, and leaving


def test_the_clock_waits_until_both_are_here_and_then_decides(tmp_path: Path) -> None:
    with visited(tmp_path) as host:
        friend, game = joined(host, clock="0.2")
        assert seen(host, game)["clock"] == {"black": 0.2, "white": 0.2, "running": None}
        with Listener(host, "follow", game=game["id"]) as one, Listener(friend, "follow", game=game["id"]):
            over = one.hear_all("game", lambda message: message["game"]["is_over"])[-1]["game"]
        assert (over["result"]["by"], over["result"]["winner"]) == ("clock", "white")


def test_one_who_stays_away_can_be_claimed_against(tmp_path: Path) -> None:
    for leave_seconds, code in ((0.0, None), (600.0, "not_now")):
        with visited(tmp_path, leave_seconds=leave_seconds) as host:
            friend, game = joined(host)
            claim = f"/games/{game['id']}/claim"
            assert refused(host, claim) == "not_now"  # it is one's own turn
            host.move(seen(host, game), "f5")
            with Listener(friend, "follow", game=game["id"]) as page:
                page.hear("game")
                assert refused(host, claim) == "not_now"  # the other one is here
            if code is None:
                with Listener(host, "follow", game=game["id"]) as page:  # the closed page is noticed
                    page.hear_all("game", lambda message: not message["game"]["people"]["white"]["is_here"])
                assert host.post(claim)["result"]["by"] == "left"
            else:
                assert refused(host, claim) == code


def test_a_game_stays_with_the_other_when_one_deletes_everything(host: Visitor) -> None:
    friend, game = joined(Visitor(host.http))
    leaver, played = joined(friend)
    leaver.post(f"/games/{played['id']}/resign")
    leaver.delete("/mine")
    friend.delete("/mine")
    other = Visitor(host.http)
    guest, kept = joined(other)
    other.delete("/mine")
    mine = guest.get(f"/games/{kept['id']}")
    assert mine["people"]["black"] == {"name": "", "is_here": False, "offers": False}
    assert guest.post(f"/games/{kept['id']}/claim")["result"]["winner"] == "white"
    guest.delete(f"/games/{kept['id']}")
    assert guest.get(f"/games/{kept['id']}", status=404)
    assert game["id"] != played["id"]


def test_a_second_device_goes_on_with_the_game(host: Visitor) -> None:
    friend, game = joined(host)
    device = Visitor(host.http)
    moved = host.move(seen(host, game), "f5")
    friend.ask("POST", "/mine/seats", {"token": device.token}, 204)
    assert friend.get(f"/games/{game['id']}", status=404)
    device.move(moved, "d6")
    host.ask("POST", "/mine/seats", {"token": device.token}, 204)  # nobody plays against themselves
    assert seen(host, game)["ply"] == 2
    other, (_, secret) = Visitor(host.http), invited(device)
    device.ask("POST", "/mine/seats", {"token": other.token}, 204)
    assert seen(other, game)["people"]["you"] == "white"
    assert device.post("/invitations/join", {"secret": secret})["people"]["you"] == "white"
    friend.post("/mine/seats", {"token": "x" * 32}, 401)


# Spectators


def test_spectators_see_everything_and_can_do_nothing(host: Visitor) -> None:
    friend, game = joined(host)
    secret = friend.post(f"/games/{game['id']}/spectators", status=201)["secret"]
    stranger = Visitor(host.http)
    view = stranger.post("/spectators", {"secret": secret})
    assert (view["people"]["you"], view["waits"], view["legal"]) == (None, False, [])
    with Listener(stranger, "follow", secret=secret) as listener:
        assert listener.hear("game")["game"]["ply"] == 0
        host.move(seen(host, game), "f5")
        heard = listener.hear_all("game", lambda message: message["game"]["ply"] == 1)[-1]["game"]
        assert (heard["waits"], heard["people"]["you"]) == (False, None)
        assert not heard["people"]["black"]["is_here"]  # a spectator is nobody's page
    move = {"move": "d6", "ply": 1}
    for path, body, status in (
        (f"/games/{game['id']}/moves", move, 404),
        (f"/games/{game['id']}/draw", None, 404),
        (f"/games/{game['id']}/resign", None, 404),
        (f"/games/{game['id']}/spectators", None, 404),
        ("/invitations/join", {"secret": secret}, 404),
    ):
        stranger.post(path, body, status)
    friend.post(f"/games/{game['id']}/spectators", status=201)
    assert stranger.post("/spectators", {"secret": secret}, 404)["error"]["code"] == "no_watching"


# What survives


def test_a_killed_server_loses_nothing_of_a_game_between_two_people(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        host, friend = server.client().registered(), server.client().registered()
        made = host.granted("POST", "/invitations", {"clock": "600", "name": "Ken"})
        secret, key = made["secret"], made["game"]["id"]
        server.process.kill()
    with server_process(tmp_path) as server:  # the invitation holds
        host, friend = server.client(token=host.token), server.client(token=friend.token)
        friend.granted("POST", "/invitations/join", {"secret": secret, "name": "Aki"})
        watching = host.granted("POST", f"/games/{key}/spectators")["secret"]
        for person in (host, friend, host):
            game = person.granted("GET", f"/games/{key}?wait=10")
            last = person.move(game, game["legal"][0]["move"])
        host.granted("POST", f"/games/{key}/draw")
        server.process.kill()
    with server_process(tmp_path) as server:
        host, friend = server.client(token=host.token), server.client(token=friend.token)
        game = friend.granted("GET", f"/games/{key}")
        assert game["moves"] == last["moves"]
        assert game["people"]["black"] == {"name": "Ken", "is_here": False, "offers": True}
        assert 590 < game["clock"]["black"] <= 600
        assert host.granted("POST", "/spectators", {"secret": watching})["ply"] == 3
        assert friend.granted("POST", f"/games/{key}/draw")["result"]["by"] == "agreed"


def test_a_store_from_before_gets_the_tables(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with served(settings) as http:
        Visitor(http).begin()
    with closing(sqlite3.connect(settings.file)) as database:
        database.executescript("DROP TABLE seat; DROP TABLE invitation")
    with served(settings) as http:
        assert joined(Visitor(http))[1]["people"]["you"] == "white"
