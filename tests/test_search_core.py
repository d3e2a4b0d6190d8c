"""The search's own tests, built with sanitizers: memory, undefined behaviour, and races between threads."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_core import build, check_report, kernels_here, run


def build_search_tests(name: str, sanitizers: str) -> Path:
    return build(name, f"-DSHIROKURO_SANITIZE={sanitizers}").with_name("search_tests")


def test_search_under_address_and_undefined_sanitizers() -> None:
    program = build_search_tests("asan", "address,undefined")
    check_report(run(program), kernels=kernels_here())


def test_search_under_thread_sanitizer() -> None:
    program = build_search_tests("tsan", "thread")
    check_report(run(program, "--quick"), kernels=kernels_here())


@pytest.mark.long
def test_search_under_address_and_undefined_sanitizers_for_long() -> None:
    program = build_search_tests("asan", "address,undefined")
    check_report(run(program, "--long"), kernels=kernels_here())


@pytest.mark.long
def test_search_under_thread_sanitizer_for_long() -> None:
    program = build_search_tests("tsan", "thread")
    check_report(run(program), kernels=kernels_here())
