"""Parses the arguments of a command; reports an error in one line with the nearest valid name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from shirokuro.errors import nearest

BAD_INPUT = 2


class CommandParser(argparse.ArgumentParser):
    """argparse's parser with one-line errors; without arguments it prints its help."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {' '.join(message.split())}\n")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        if not args and self._subparsers is not None:  # a verb is missing
            self.print_help(sys.stderr)
            self.exit(BAD_INPUT)
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            options = [name for name in self._option_string_actions if name.startswith("--")]
            word = unknown[0].partition("=")[0]
            is_near = word.startswith("--") and get_close_matches(word, options, 1)
            meant = f": {nearest(word, options)}" if is_near else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{meant}")
        return found, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        meant = nearest(str(value), [*map(str, action.choices)])
        if isinstance(action, argparse._SubParsersAction):
            self.error(f"no verb {value!r}: {meant}")
        raise argparse.ArgumentError(action, f"invalid choice: {value!r}: {meant}")
