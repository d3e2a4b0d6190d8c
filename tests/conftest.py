"""What all tests share: how hypothesis runs, the area of each file, and the variants as a parameter."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
import reference
from areas import AREAS, QUICK, area_of
from hypothesis import settings
from samples import on_usual_boards

if TYPE_CHECKING:
    from web_client import Visitor

# A slow machine is no failure.
settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")

# The tests read English where they do not ask for another language.
os.environ["LC_ALL"] = "C.UTF-8"

# A job in the background may be started with Ctrl-C ignored, and its children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    for area in AREAS:
        config.addinivalue_line("markers", f"{area}: a test of this area")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives each test its area, and `quick` where its file has it; what is long is never quick."""
    quick = {f"test_{name}.py" for name in QUICK.split()}
    for item in items:
        if area := area_of(item.path):
            item.add_marker(area)
        if item.path.name in quick and not item.get_closest_marker("long"):
            item.add_marker("quick")


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the tests play is not remembered in the data of whoever runs them."""
    os.environ["SHIROKURO_HOME"] = str(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session", params=[on_usual_boards(name) for name in reference.RULES])
def variant(request: pytest.FixtureRequest) -> str:
    """The name of each variant in turn; the default run takes one of each kind."""
    name: str = request.param
    return name


@pytest.fixture(scope="session", params=reference.RULES)
def every_variant(request: pytest.FixtureRequest) -> str:
    """The name of each variant in turn, in the default run too."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Somebody who visits a server with the usual settings, the same in all tests of a file."""
    from web_client import visited  # the page's server, which most files do not need

    with visited(tmp_path_factory.mktemp("web")) as found:
        yield found
