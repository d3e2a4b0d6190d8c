"""The search's own tests: on every instruction set, and under sanitizers of memory and of threads."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_core import check_report, kernels_here, plain, run, sanitized

MEMORY, RACES = "address,undefined", "thread"


def search_tests(sanitizers: str, *, newer_sets: bool = False) -> Path:
    return sanitized(sanitizers, newer_sets=newer_sets).with_name("search_tests")


def test_search_on_every_instruction_set() -> None:
    check_report(run(plain().with_name("search_tests")), kernels=kernels_here())


def test_search_under_address_and_undefined_sanitizers() -> None:
    check_report(run(search_tests(MEMORY)), kernels=["generic"])


def test_search_under_thread_sanitizer() -> None:
    check_report(run(search_tests(RACES), "--quick"), kernels=["generic"])


@pytest.mark.long
def test_search_under_address_and_undefined_sanitizers_for_long() -> None:
    check_report(run(search_tests(MEMORY, newer_sets=True), "--long"), kernels=kernels_here())


@pytest.mark.long
def test_search_under_thread_sanitizer_for_long() -> None:
    check_report(run(search_tests(RACES, newer_sets=True)), kernels=kernels_here())
