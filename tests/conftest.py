"""What all tests share: how hypothesis runs, and every variant's name as a parameter."""

from __future__ import annotations

import os
import signal

import pytest
import reference
from hypothesis import settings

# A slow machine is no failure.
settings.register_profile("house", deadline=None, print_blob=True)
settings.load_profile("house")

# The tests read English where they do not ask for another language.
os.environ["LC_ALL"] = "C.UTF-8"

# A job in the background may be started with Ctrl-C ignored, and its children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the tests play is not remembered in the data of whoever runs them."""
    os.environ["SHIROKURO_HOME"] = str(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session", params=list(reference.RULES))
def variant(request: pytest.FixtureRequest) -> str:
    """The name of each variant in turn."""
    name: str = request.param
    return name
