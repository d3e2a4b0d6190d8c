"""Players and boards as people name them; a specification says all, but not to everybody."""

from __future__ import annotations

from shirokuro.lab.statistics.rounding import number

BOARDS = {"reversi": "8x8", "nip": "Nip"}
_NAMES = {
    "montai": "montAI",
    "msai": "MSAI",
    "rvlai": "RvlAI",
    "ssai": "SSAI",
    "uct": "UCT",
}
_PARAMETERS = {
    "as_printed=true": " as printed",
    "score=discs": " by discs",
}


def readable(spec: str) -> str:
    """`uct:playouts=16000` as UCT(16 000), `engine:level=4` as engine level 4."""
    name, _, parameters = spec.partition(":")
    said = (_parameter(each) for each in parameters.split(",") if each)
    return _NAMES.get(name, name) + "".join(sorted(said, key=lambda words: words[0] != "("))


def _parameter(text: str) -> str:
    name, _, value = text.partition("=")
    if name == "playouts":
        return f"({number(int(value))})"
    if name == "x":
        return f" X={value}"
    return _PARAMETERS.get(text, f" {name} {value}")
