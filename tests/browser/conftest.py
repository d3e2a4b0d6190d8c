"""What the tests of the page share: one browser, one server, and a visit that leaves no complaint behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser import chromium
from playwright.sync_api import Browser, expect
from visit import Server, Visit, served

expect.set_options(timeout=20_000)


@pytest.fixture(scope="module")
def launched() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.fixture
def visiting(launched: Browser, server: Server) -> Iterator[Callable[..., Visit]]:
    """Opens a window for a newcomer; nothing may be said against it on the console."""
    visits: list[Visit] = []

    def visit(place: str = "", **options: Any) -> Visit:
        visits.append(Visit(launched, server.address, **options))
        visits[-1].open(place)
        return visits[-1]

    yield visit
    for each in visits:
        each.close()
    assert [complaint for each in visits for complaint in each.complaints] == []
