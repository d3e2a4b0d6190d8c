"""Writes the page's icons as PNG from its own drawing: `python tests/browser/icons.py`."""

from __future__ import annotations

import io
from pathlib import Path

from browser import chromium
from PIL import Image

import shirokuro

STATIC = Path(shirokuro.__file__).parent / "web" / "static"
ICONS = {"192": (192, 0.0), "512": (512, 0.0), "whole": (512, 0.2), "180": (180, 0.1)}
"""The pixels of each, and the share of its width that is felt on either side; 0 is a disc alone."""


def main() -> None:
    disc = (STATIC / "icon.svg").read_text()
    with chromium() as launched:
        for name, (pixels, edge) in ICONS.items():
            page = launched.new_page(viewport={"width": pixels, "height": pixels})
            felt = "#2a7d5a" if edge else "none"
            size = pixels * (1 - 2 * edge)
            drawn = disc.replace(
                "<svg ", f'<svg x="{pixels * edge}" y="{pixels * edge}" width="{size}" height="{size}" '
            )
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}">'
            svg += f'<rect width="{pixels}" height="{pixels}" fill="{felt}"/>{drawn}</svg>'
            page.set_content(
                f"<style>* {{ margin: 0; background: none }} svg {{ display: block }}</style>{svg}"
            )
            shot = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
            page.close()
            shot.quantize(64).save(STATIC / "icons" / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
