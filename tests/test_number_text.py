"""Numbers that leave the program have no exponent, and come back the same."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shirokuro as sk
from shirokuro import notation
from shirokuro.matches.match_result import Effort
from shirokuro.words.number_text import exact_decimal, rounded_decimal

DECIMAL = re.compile(r"-?\d+(?:\.\d+)?")
EXPONENT = re.compile(r"\d[eE][+-]?\d")
finite = st.floats(allow_nan=False, allow_infinity=False)


@given(finite)
def test_decimals_read_back_as_the_same_number(number: float) -> None:
    text = exact_decimal(number)
    assert DECIMAL.fullmatch(text)
    assert float(text) == number


@given(finite)
def test_rounded_decimals_are_near(number: float) -> None:
    text = rounded_decimal(number)
    assert DECIMAL.fullmatch(text)
    assert float(text) == pytest.approx(number, rel=0.006)


@pytest.mark.parametrize(
    ("number", "text"),
    [(4.6e-05, "0.000046"), (1234.4, "1234"), (999.9, "1000"), (0.25, "0.25"), (12.345, "12.3"), (0, "0")],
)
def test_rounded_decimals_have_all_digits_before_the_point(number: float, text: str) -> None:
    assert rounded_decimal(number) == text


@given(seconds=st.floats(0, 1e12), value=finite, result=finite)
def test_ggf_has_no_exponents(seconds: float, value: float, result: float) -> None:
    record = sk.Record(moves=(sk.F5,), values=(value,), seconds=(seconds,), result=result)
    written = notation.render([record.to_text()], "ggf")
    assert isinstance(written, str)
    assert not EXPONENT.search(written)
    (read,) = notation.parse(written)
    assert isinstance(read, notation.GameText)
    assert (read.values, read.seconds, read.result) == ((value,), (seconds,), result)


def test_quick_moves_and_slow_players_have_plain_numbers() -> None:
    record = sk.Record(moves=(sk.F5,), seconds=(4.6e-05,))
    assert "B[F5//0.000046]" in str(notation.render([record.to_text()], "ggf"))
    assert str(Effort(1, 10, 12.34)) == "10 nodes, 12340 ms a move"


@given(seconds=st.floats(1e-9, 1e12), increment=st.floats(0, 1e9))
def test_a_clock_reads_back_what_it_writes(seconds: float, increment: float) -> None:
    clock = sk.Clock(seconds, increment)
    assert not EXPONENT.search(str(clock))
    assert sk.Clock.parse(str(clock)) == clock
