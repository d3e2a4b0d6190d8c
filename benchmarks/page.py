"""How soon the page can be played on, and how soon a move is seen: `python benchmarks/page.py`.

In Chromium, over a server on this machine; every visit is a newcomer's, with an empty cache.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path
from statistics import median

import shirokuro

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))

from browser import chromium
from visit import Visit, served

VISITS = 9
SEEN = """(square) => new Promise((done) => {
  const cell = document.querySelector(`[data-square=${square}]`);
  const began = performance.now();
  const look = () => {
    if (cell.querySelector(".disc:not(.ghost)")) requestAnimationFrame(() => done(performance.now() - began));
    else requestAnimationFrame(look);
  };
  cell.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  look();
})"""
READY = "() => document.querySelector('.is-legal') && performance.now()"


def main() -> None:
    folder = Path(shirokuro.__file__).parent / "web" / "static"
    files = [file for file in folder.rglob("*") if file.is_file()]
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    print(f"files of the page: {size / 1000:.0f} kB compressed")
    ready, seen = [], []
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server, chromium() as launched:
        for _ in range(VISITS):
            visit = Visit(launched, server.address, reduced_motion="no-preference")
            visit.page.goto(server.address)
            ready.append(float(visit.page.wait_for_function(READY).json_value()))
            seen.append(float(visit.page.evaluate(SEEN, "f5")))
            visit.close()
    print(f"a first move can be made after: {median(ready):.0f} ms (at most {max(ready):.0f})")
    print(f"a move is on the screen after: {median(seen):.0f} ms (at most {max(seen):.0f})")


if __name__ == "__main__":
    main()
