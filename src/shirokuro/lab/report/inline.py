"""A plot as SVG inside a page: it takes the page's colours, light or dark, and shares it with other plots."""

from __future__ import annotations

import re
from io import StringIO

from shirokuro.lab.exhibit import Plot
from shirokuro.lab.report.drawing import FONT, GRID, INK, PALETTE, figure, style

_VARIABLES = {INK: "ink", GRID: "grid"} | {colour: f"series-{i}" for i, colour in enumerate(PALETTE, 1)}
_COLOURS = re.compile("|".join(_VARIABLES))
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))


def inline_svg(plot: Plot, prefix: str) -> str:
    """The plot as an element; all its ids begin with the prefix."""
    with style():
        out = StringIO()
        figure(plot).savefig(out, format="svg", transparent=True, metadata=_NO_METADATA)
    text = out.getvalue()
    picture = _opening(text) + text[text.index(">", text.index("<svg")) + 1 :].strip()
    return _recoloured(_prefixed(_bare(picture), prefix))


def _opening(text: str) -> str:
    """The first tag with the view alone: the page decides how large it is, and fetches nothing for it."""
    (view,) = re.findall(r'<svg[^>]*? viewBox="([^"]+)"', text)
    return f'<svg role="img" viewBox="{view}">'


def _bare(picture: str) -> str:
    """Without comments, and without the style sheet, which would hold for the whole page."""
    return re.sub(r"<!--.*?-->\s*|<style.*?</style>\s*", "", picture, flags=re.DOTALL)


def _prefixed(picture: str, prefix: str) -> str:
    named = re.sub(r'\bid="', f'id="{prefix}-', picture)
    return re.sub(r'xlink:href="#', f'href="#{prefix}-', named).replace("url(#", f"url(#{prefix}-")


def _recoloured(picture: str) -> str:
    coloured = _COLOURS.sub(lambda colour: f"var(--{_VARIABLES[colour[0]]})", picture)
    return coloured.replace(f"'{FONT}'", f"'{FONT}', Verdana, sans-serif")
