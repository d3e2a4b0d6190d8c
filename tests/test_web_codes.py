"""One-time codes: a second device becomes the same owner, once, and nobody guesses one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_client import ADDRESS, Visitor, served, settings_in, visited

from shirokuro.web.app import create_app
from shirokuro.web.owners.device_codes import ALPHABET, DeviceCodes
from shirokuro.web.refusal import RefusedError
from shirokuro.web.server.caller import Caller, introduce
from shirokuro.web.settings import WebSettings


class Clock:
    """The time, which a test moves on."""

    def __init__(self) -> None:
        self.seconds = 1e9

    def __call__(self) -> float:
        return self.seconds


def redeemed(http: TestClient, code: str, status: int = 200) -> Any:
    answer = http.post("/api/owners/code", json={"code": code})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_second_device_has_the_same_games(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        game = visitor.move(visitor.begin(), "f5")
        given = visitor.post("/mine/code", status=201)
        assert given["seconds"] == 600
        other = Visitor(visitor.http)
        other.get(f"/games/{game['id']}", status=404)
        other.token = redeemed(visitor.http, given["code"])["token"]
        assert other.get(f"/games/{game['id']}")["moves"] == game["moves"]
        assert redeemed(visitor.http, given["code"], 404)["error"]["code"] == "no_code"


def test_codes_are_long_at_random_and_easily_read(tmp_path: Path) -> None:
    codes = DeviceCodes(WebSettings(file=tmp_path / "x"))
    given = [codes.give(str(number), "t") for number in range(300)]
    assert len({*given}) == 300
    assert all(re.fullmatch(f"[{ALPHABET}]{{5}}-[{ALPHABET}]{{5}}", code) for code in given)
    assert {*"".join(given)} == {*ALPHABET, "-"}
    assert len(ALPHABET) ** 10 == 2**50
    assert not {*"OILU"} & {*ALPHABET}


def test_how_a_code_is_typed_does_not_matter(tmp_path: Path) -> None:
    codes = DeviceCodes(WebSettings(file=tmp_path / "x"))
    code = codes.give("a", "token")
    typed = f" {code.lower().replace('-', ' ')} ".replace("0", "o").replace("1", "l")
    assert codes.redeem(typed) == "token"


def test_a_code_gets_old_and_a_new_one_takes_the_place_of_the_old(tmp_path: Path) -> None:
    clock = Clock()
    with visited(tmp_path, now=clock) as visitor:
        first = visitor.post("/mine/code", status=201)["code"]
        second = visitor.post("/mine/code", status=201)["code"]
        redeemed(visitor.http, first, 404)
        clock.seconds += 599
        assert redeemed(visitor.http, second)["token"] == visitor.token
        third = visitor.post("/mine/code", status=201)["code"]
        clock.seconds += 600
        redeemed(visitor.http, third, 404)


def test_an_address_tries_a_few_codes_and_then_waits(tmp_path: Path) -> None:
    clock = Clock()
    settings = settings_in(tmp_path, now=clock)
    with served(settings) as http:
        visitor = Visitor(http)
        code = visitor.post("/mine/code", status=201)["code"]
        for _ in range(10):
            redeemed(http, "00000-00000", 404)
        answer = http.post("/api/owners/code", json={"code": code})
        assert answer.status_code == 429
        assert 0 < int(answer.headers["retry-after"]) <= 601
        clock.seconds += 601
        redeemed(http, visitor.post("/mine/code", status=201)["code"])


def test_another_address_is_not_kept_out_by_that(tmp_path: Path) -> None:
    codes = DeviceCodes(WebSettings(file=tmp_path / "x"))
    code = codes.give("a", "token")
    introduce(Caller("2001:db8::/64"))
    for number in range(15):
        with pytest.raises(RefusedError) as refused:
            codes.redeem("0000000000")
        assert refused.value.status == (404 if number < 10 else 429)
    introduce(Caller("2001:db9::/64"))
    assert codes.redeem(code) == "token"


def test_who_is_deleted_meanwhile_leaves_no_code(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        code = visitor.post("/mine/code", status=201)["code"]
        visitor.delete("/mine")
        redeemed(visitor.http, code, 404)


@pytest.mark.parametrize("code", ["", "short", "x" * 41, 5, None])
def test_what_cannot_be_a_code_is_refused_as_malformed(tmp_path: Path, code: Any) -> None:
    with TestClient(create_app(settings_in(tmp_path)), base_url=ADDRESS) as http:
        assert http.post("/api/owners/code", json={"code": code}).status_code == 422


def test_a_code_needs_an_owner(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        visitor.token = "nobody"
        assert visitor.complaint("POST", "/mine/code", None, 401) == "no_owner"
