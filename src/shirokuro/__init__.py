"""Shirokuro: a laboratory for reversi and for Nip, reversi on a round board.

The public names stand in `public.py` and are imported on first use. `import shirokuro` alone takes no time,
so that the command line can answer Ctrl-C before anything large is imported.
"""

from importlib import import_module
from importlib.util import find_spec

TYPE_CHECKING = False  # type checkers know it by its name; importing `typing` takes longer than this file
if TYPE_CHECKING:
    from shirokuro.public import *  # noqa: F403
    from shirokuro.public import __all__ as __all__
    from shirokuro.squares.square import *  # noqa: F403  # mypy does not follow what public adds to its names

__version__ = "0.1.0"


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        # A module is imported by itself: those below `public` import each other while it is not there yet.
        if not name.startswith("__") and find_spec(f"shirokuro.{name}") is not None:
            return import_module(f"shirokuro.{name}")
        public = import_module("shirokuro.public") if name == "__all__" or name[0] != "_" else None
        if public is None or name not in public.NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(public, name)
        return value

    def __dir__() -> list[str]:
        return sorted({*import_module("shirokuro.public").NAMES, "__doc__", "__version__"})
