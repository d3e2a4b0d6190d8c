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
    # The first tag has the view alone: the page decides how large it is, and fetches nothing for it.
    (view,) = re.findall(r'<svg[^>]*? viewBox="([^"]+)"', text)
    content = text[text.index(">", text.index("<svg")) + 1 :].strip()
    # Comments go, and so does the style sheet, which would hold for the whole page.
    bare = re.sub(r"<!--.*?-->\s*|<style.*?</style>\s*", "", content, flags=re.DOTALL)
    named = re.sub(r'\bid="', f'id="{prefix}-', bare)
    linked = re.sub(r'xlink:href="#', f'href="#{prefix}-', named).replace("url(#", f"url(#{prefix}-")
    coloured = _COLOURS.sub(lambda colour: f"var(--{_VARIABLES[colour[0]]})", linked)
    drawn = coloured.replace(f"'{FONT}'", f"'{FONT}', Verdana, sans-serif")
    return f'<svg role="img" viewBox="{view}">{drawn}'
