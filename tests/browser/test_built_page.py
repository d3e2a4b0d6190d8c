"""The page as packages hold it: joined into a few files, and playable."""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from visit import Visit
from web_client import settings_in
from web_process import serving_here

from shirokuro.web.server import page_files

ROOT = Path(__file__).parents[2]
MOST_REQUESTS = 25
MOST_BYTES = 220_000
FETCHED = """performance.getEntriesByType("resource")
  .filter((each) => each.transferSize > 0 && /\\.(js|css)$/.test(each.name)).map((each) => each.name)"""


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "built"
    subprocess.run(["node", "tool/bundle_page.mjs", folder], cwd=ROOT, check=True)
    monkeypatch.setattr(page_files, "BUILT", folder)
    return folder


def test_the_joined_page_is_played_on_with_few_requests(
    built: Path, launched: Browser, tmp_path: Path
) -> None:
    with serving_here(settings_in(tmp_path)) as address:
        visit = Visit(launched, f"{address}/")
        asked: list[str] = []
        visit.page.on("request", lambda request: asked.append(request.url))
        visit.open()
        square = visit.legal()[0]
        assert len(asked) <= MOST_REQUESTS
        visit.play(square)
        visit.page.keyboard.press("n")  # whatever comes later is there too
        visit.page.locator("dialog").wait_for()
        visit.page.goto(f"{address}/#drills")
        visit.page.get_by_role("heading", level=1).wait_for()
        assert visit.complaints == []
        visit.page.reload()
        visit.page.wait_for_selector("h1")
        assert visit.page.evaluate(FETCHED) == []  # the page itself is all that is asked for again
        visit.close()


def test_the_page_opens_without_its_server_and_says_so(
    built: Path, launched: Browser, tmp_path: Path
) -> None:
    with serving_here(settings_in(tmp_path)) as address:
        visit = Visit(launched, f"{address}/")
        visit.open()
        visit.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visit.page.reload()
    expect(visit.page.get_by_role("alert")).to_contain_text("The server does not answer")
    expect(visit.page.get_by_role("link", name="Games")).to_be_visible()
    visit.close()


def test_the_joined_files_are_small(built: Path) -> None:
    files = [file for file in built.rglob("*") if file.is_file()]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < MOST_BYTES


def test_joined_files_of_other_sources_are_left_alone(built: Path) -> None:
    assert page_files.page_folder() == built
    (built / page_files.SOURCES).write_text("others")
    assert page_files.page_folder() == page_files.STATIC
