"""Shirokuro: a laboratory for reversi and for Nip, reversi on a round board.

The public names stand in `public.py` and are imported on first use. `import shirokuro` alone takes no time,
so that the command line can answer Ctrl-C before anything large is imported.
"""

from importlib import import_module

TYPE_CHECKING = False  # type checkers know it by its name; importing `typing` takes longer than this file
if TYPE_CHECKING:
    from shirokuro.public import *  # noqa: F403
    from shirokuro.public import __all__ as __all__
    from shirokuro.square import *  # noqa: F403  # the 64 squares by name

__version__ = "0.1.0"


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        # `_core` and the like are no public names, and the public names cannot be imported without them.
        public = None if name.startswith("_") and name != "__all__" else import_module("shirokuro.public")
        if public is None or name not in public.NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(public, name)
        return value

    def __dir__() -> list[str]:
        return sorted({*import_module("shirokuro.public").NAMES, "__doc__", "__version__"})
