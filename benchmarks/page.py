"""Measures how soon the page can be played on and a move is seen: `python benchmarks/page.py`.

It uses Chromium and a server on this machine; every visit is a newcomer's, with an empty cache. It measures
the page as packages hold it if `make bundle` has joined it, otherwise the modules as they are written.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from browser import chromium
from visit import Visit, served

from shirokuro.web.server.page_files import page_folder

VISITS = 9
SEEN = """(square) => new Promise((done) => {
  const cell = document.querySelector(`[data-square=${square}]`);
  const began = performance.now();
  const drawn = new MessageChannel(); // its message comes after the frame that is drawn now
  drawn.port1.onmessage = () => done(performance.now() - began);
  const look = () => {
    if (cell.querySelector(".disc:not(.ghost)")) drawn.port2.postMessage(null);
    else requestAnimationFrame(look);
  };
  cell.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  requestAnimationFrame(look);
})"""
FETCHED = """() => 1 + performance.getEntriesByType("resource").filter(
  (each) => each.transferSize > 0 && !each.name.includes("/api/") && each.initiatorType !== "other").length"""
"""The files of the page that came over the network, the page itself included."""
READY = "() => document.querySelector('.is-legal') && performance.now()"
MOVE = "() => document.querySelector('.is-legal').closest('[data-square]').dataset.square"
MOVES = 5
"""Moves of a visit after the first, which also leaves the first screen."""
REST_MS = 1500
"""Seconds between two moves, so that all discs have turned."""


def main() -> None:
    folder = page_folder()
    files = [file for file in folder.rglob("*") if file.is_file()]
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    print(f"{folder.name}: {len(files)} files, {size / 1000:.0f} kB compressed")
    ready, first, seen, asked, again = [], [], [], [], []
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server, chromium() as launched:
        for _ in range(VISITS):
            visit = Visit(launched, server.address, reduced_motion="no-preference")
            requests: list[str] = []
            visit.page.on("request", lambda request, found=requests: found.append(request.url))
            visit.page.goto(server.address)
            ready.append(float(visit.page.wait_for_function(READY).json_value()))
            asked.append(len(requests))
            first.append(float(visit.page.evaluate(SEEN, "f5")))
            for _ in range(MOVES):
                visit.page.wait_for_timeout(REST_MS)
                visit.page.wait_for_function(READY)
                seen.append(float(visit.page.evaluate(SEEN, visit.page.evaluate(MOVE))))
            visit.page.reload()
            visit.page.wait_for_function(READY)
            again.append(float(visit.page.evaluate(FETCHED)))
            visit.close()
    print(f"a first move can be made after: {median(ready):.0f} ms (at most {max(ready):.0f})")
    print(
        f"requests until then: {median(asked):.0f}; files of the page on the next visit: {median(again):.0f}"
    )
    print(f"that move is on the screen after: {median(first):.0f} ms (at most {max(first):.0f})")
    print(f"the next ones are after: {median(seen):.0f} ms (at most {max(seen):.0f})")


if __name__ == "__main__":
    main()
