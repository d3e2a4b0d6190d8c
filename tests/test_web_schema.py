"""Whatever the description of the interface allows is answered as described, and never with a 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_client import settings_in
from web_process import ProcessClient, serving_here


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a server on which nothing takes long."""
    quick = {"move_seconds": 0.2, "analysis_seconds": 0.05, "review_seconds": 0.01, "match_games": 2}
    with serving_here(settings_in(tmp_path_factory.mktemp("web"), **quick)) as found:
        yield found


def ask_everything(address: str, examples: int) -> None:
    """Random requests of every kind, some by strangers, some on games that are there."""
    import schemathesis  # takes a second, which collecting the tests need not
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

    checks = (not_a_server_error, status_code_conformance, response_schema_conformance)
    client = ProcessClient(address).registered()
    seats = {"black": "person", "white": "random"}
    there = {
        "game": client.ask("POST", "/games", {"seats": seats})[1]["id"],
        "match": client.ask("POST", "/matches", {"first": "random", "second": "random"})[1]["id"],
    }
    schema = schemathesis.openapi.from_url(f"{address}/openapi.json", timeout=600)
    asked = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        quick = settings(
            max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )

        @quick
        @given(case=operation.as_strategy(), is_owner=st.booleans(), is_there=st.booleans())
        def check(case: Any, is_owner: bool, is_there: bool) -> None:
            if is_there and case.method != "DELETE":
                asked_for = case.path_parameters or {}
                asked_for.update({name: key for name, key in there.items() if name in asked_for})
            if (case.method, case.operation.path) == ("DELETE", "/api/mine"):
                is_owner = False  # nobody would be left to ask the rest
            headers = {"Authorization": f"Bearer {client.token}"} if is_owner else {}
            case.call_and_validate(headers=headers, checks=checks, timeout=600)

        check()
        asked += 1
    assert asked > 10


def test_no_request_breaks_the_server(address: str) -> None:
    ask_everything(address, 4)


@pytest.mark.long
def test_none_of_many_requests_breaks_the_server(address: str) -> None:
    ask_everything(address, 200)
