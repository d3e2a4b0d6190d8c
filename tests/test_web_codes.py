"""One-time codes: a second device becomes the same owner, once, and nobody guesses one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from web_client import Visitor, visited

from shirokuro.web.owners.device_codes import ALPHABET, DeviceCodes
from shirokuro.web.refusal import RefusedError
from shirokuro.web.server.caller import Caller, introduce
from shirokuro.web.settings import WebSettings


@pytest.fixture
def codes(tmp_path: Path) -> DeviceCodes:
    return DeviceCodes(WebSettings(file=tmp_path / "x"))


def code_of(visitor: Visitor) -> Any:
    return visitor.post("/mine/code", status=201)["code"]


def redeemed(visitor: Visitor, code: Any, status: int = 200) -> Any:
    answer = visitor.http.post("/api/owners/code", json={"code": code})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_second_device_has_the_same_games(visitor: Visitor) -> None:
    visitor = Visitor(visitor.http)  # who is deleted in the end
    game = visitor.move(visitor.begin(), "f5")
    given = visitor.post("/mine/code", status=201)
    assert given["seconds"] == 600
    other = Visitor(visitor.http)
    other.get(f"/games/{game['id']}", status=404)
    other.token = redeemed(visitor, given["code"])["token"]
    assert other.get(f"/games/{game['id']}")["moves"] == game["moves"]
    assert redeemed(visitor, given["code"], 404)["error"]["code"] == "no_code"
    code = code_of(other)
    other.delete("/mine")
    redeemed(visitor, code, 404)
    assert other.complaint("POST", "/mine/code", None, 401) == "no_owner"


def test_codes_are_long_at_random_and_easily_read(codes: DeviceCodes) -> None:
    given = [codes.give(str(number), "t") for number in range(300)]
    assert len({*given}) == 300
    assert all(re.fullmatch(f"[{ALPHABET}]{{5}}-[{ALPHABET}]{{5}}", code) for code in given)
    assert {*"".join(given)} == {*ALPHABET, "-"}
    assert len(ALPHABET) ** 10 == 2**50
    assert not {*"OILU"} & {*ALPHABET}


def test_how_a_code_is_typed_does_not_matter(codes: DeviceCodes) -> None:
    code = codes.give("a", "token")
    typed = f" {code.lower().replace('-', ' ')} ".replace("0", "o").replace("1", "l")
    assert codes.redeem(typed) == "token"


def test_codes_expire_and_an_address_tries_only_a_few(tmp_path: Path) -> None:
    now = [1e9]
    with visited(tmp_path, now=lambda: now[0]) as visitor:
        first, second = code_of(visitor), code_of(visitor)
        redeemed(visitor, first, 404)
        now[0] += 599
        assert redeemed(visitor, second)["token"] == visitor.token
        third = code_of(visitor)
        now[0] += 600
        redeemed(visitor, third, 404)
        now[0] += 601
        code = code_of(visitor)
        for _ in range(10):
            redeemed(visitor, "00000-00000", 404)
        answer = visitor.http.post("/api/owners/code", json={"code": code})
        assert answer.status_code == 429
        assert 0 < int(answer.headers["retry-after"]) <= 601
        now[0] += 601
        redeemed(visitor, code_of(visitor))


def test_another_address_is_not_kept_out_by_that(codes: DeviceCodes) -> None:
    code = codes.give("a", "token")
    introduce(Caller("2001:db8::/64"))
    for number in range(15):
        with pytest.raises(RefusedError) as refused:
            codes.redeem("0000000000")
        assert refused.value.status == (404 if number < 10 else 429)
    introduce(Caller("2001:db9::/64"))
    assert codes.redeem(code) == "token"


def test_what_cannot_be_a_code_is_refused_as_malformed(visitor: Visitor) -> None:
    for code in ("", "short", "x" * 41, 5, None):
        redeemed(visitor, code, 422)
