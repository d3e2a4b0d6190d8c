"""An engine for tests that speaks GTP or NBoard and plays the first legal move, or misbehaves as it is told.

    python stub_engine.py gtp|nboard [FAULT [PLY]] [--heard FILE]

`tests/reference.py` has its rules, so that it shares nothing with ours.
"""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

# Many are started only to fail, and start sooner without what they do not need: the rules, and more modules.

BLACK, WHITE, EMPTY = "X", "O", "-"
SIDES = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
FLOOD = 100 * 2**20
SIZES = {
    ("Othello", 8): "reversi",
    ("Othello", 6): "reversi6",
    ("Othello", 4): "reversi4",
    ("Nip", 52): "nip",
    ("Nip", 12): "nip12",
    ("Nip+loop", 12): "nip12+loop",
}
COMMANDS = (
    "name version list_commands list_games set_game boardsize clear_board play genmove quit "
    "time_settings time_left gogui-setup gogui-setup_player"
)


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def forever() -> None:
    import time

    while True:
        time.sleep(1)


class Faults:
    """What can go wrong, by name; it happens where the engine would answer with a move."""

    def silent(self) -> None:
        forever()

    def dying(self) -> None:
        print("out of memory", file=sys.stderr)
        sys.exit(3)

    def killed(self) -> None:
        os.kill(os.getpid(), 9)

    def flooding(self) -> None:
        for _ in range(FLOOD // 2**16):
            say("search f5 0 0 1\n" * 2**12)
        forever()

    def empty_lines(self) -> None:
        while True:
            say("\n" * 2**16)

    def endless(self) -> None:
        while True:
            say("x" * 2**16)

    def garbage(self) -> None:
        sys.stdout.buffer.write(bytes(range(128, 256)) + b"\n\0\xff\xfe\n")
        sys.stdout.flush()
        forever()

    def deaf(self) -> None:
        """Hears neither `quit` nor a signal nor the end of its input."""
        import signal

        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)

    def tidy(self) -> None:
        """Hears a signal alone, and then does what it has to before it ends."""
        import signal

        def tidy_up(*_: object) -> None:
            with open(os.environ["TIDIED"], "w") as file:
                file.write("all of it")
            os._exit(0)

        signal.signal(signal.SIGTERM, tidy_up)

    def closing(self) -> None:
        os.close(1)
        forever()

    def chatting(self) -> None:
        say("I am thinking\n")

    def eager(self) -> None:
        say("=99 f5\n\n=== f5\n")

    def parent(self) -> None:
        """Starts a process of its own, which says its number and never ends."""
        import subprocess

        child = subprocess.Popen(["sleep", "1000"])
        with open(os.environ["CHILD"], "w") as file:
            file.write(str(child.pid))

    def runaway_parent(self) -> None:
        """Starts a process that leaves the group, and whose own parent ends at once."""
        import subprocess
        import sys

        script = (
            "import subprocess\n"
            "none = subprocess.DEVNULL\n"
            "away = subprocess.Popen(\n"
            "    ['sleep', '1000'], start_new_session=True, stdin=none, stdout=none, stderr=none\n"
            ")\n"
            "print(away.pid)"
        )
        done = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True)
        with open(os.environ["CHILD"], "w") as file:
            file.write(done.stdout)

    def runaway_parent_and_silent(self) -> None:
        self.runaway_parent()
        forever()

    def parent_and_silent(self) -> None:
        self.parent()
        forever()

    def shouting(self) -> None:
        """On its standard error, where nobody may have to read."""
        sys.stderr.write(("complaint" * 10 + "\n") * 2**14)


STAYING = ("deaf", "tidy")
"""Those who do not quit."""
WORDS = {"lying": "a1", "nonsense": "banana", "resigning": "resign", "passing": "pass", "outside": "j9"}
"""Answers that are no legal move."""


class Stub:
    def __init__(self, fault: str = "", ply: int = 4) -> None:
        self.fault, self.ply = fault, ply
        self.variant, self.moves, self._game = "reversi", 0, None

    @property
    def game(self):
        if self._game is None:
            self._game = self.begun()
        return self._game

    @game.setter
    def game(self, game) -> None:
        self._game = game

    def begun(self):
        from reference import new_game

        return new_game(self.variant)

    def new_game(self, variant: str = "") -> None:
        self.variant = variant or self.variant
        self.game, self.moves = None, 0

    def push(self, move: str) -> bool:
        """Whether that is a legal move."""
        move = move.lower()
        if move in ("pass", "pa"):
            self.game = self.game.after_pass()
        elif move in self.game.legal_moves():
            self.game = self.game.after(move)
        else:
            return False
        self.moves += 1
        return True

    def answer(self) -> str:
        if self.fault and self.moves >= self.ply:
            if self.fault in WORDS:
                return WORDS[self.fault]
            getattr(Faults(), self.fault)()
        return self.game.legal_moves()[0]

    def set_up(self, discs: list[str], turn: str) -> None:
        from reference import RULES, Game

        pairs = zip(discs[::2], discs[1::2], strict=True)
        cells = dict.fromkeys(self.game.discs, EMPTY) | {cell: SIDES[side] for side, cell in pairs}
        self.game = Game(RULES[self.variant], cells, turn)


class Gtp(Stub):
    def obey(self, line: str) -> None:
        words = line.split()
        number = words.pop(0) if words[0].isdigit() else ""
        command, *arguments = words
        method = getattr(self, command.replace("-", "_"), lambda *_: None)
        answer = method(*arguments)
        say(f"?{number} no\n\n" if answer is None else f"={number} {answer}\n\n")
        if command == "quit" and self.fault not in STAYING:
            sys.exit()

    def name(self) -> str:
        return "Stub"

    def version(self) -> str:
        return "7"

    def list_commands(self) -> str:
        return "\n".join(COMMANDS.split())

    def list_games(self) -> str:
        return "\n".join(["Othello", "Nip", "Nip12", "Nip12+loop"])

    def set_game(self, name: str) -> str:
        self.new_game("reversi" if name == "Othello" else name.lower())
        return ""

    def boardsize(self, size: str) -> str:
        self.new_game({"8": "reversi", "6": "reversi6", "4": "reversi4"}[size])
        return ""

    def clear_board(self) -> str:
        self.new_game()
        return ""

    def play(self, side: str, move: str) -> str | None:
        is_granted = self.game.turn == SIDES[side] and self.fault != "refusing" and self.push(move)
        return "" if is_granted else None

    def genmove(self, side: str) -> str:
        move = self.answer()
        if self.fault not in WORDS:
            assert self.game.turn == SIDES[side]
            self.push(move)
        return move.upper()

    def time_settings(self, *_: str) -> str | None:
        return None if self.fault == "whole" and "." in "".join(_) else ""

    def accept(self, *_: str) -> str:
        return ""

    time_left = quit = accept

    def gogui_setup(self, *discs: str) -> str:
        self.set_up([*discs], self.game.turn)
        return ""

    def gogui_setup_player(self, side: str) -> str:
        self.game.turn = SIDES[side]
        return ""


class NBoard(Stub):
    def obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        if command == "ping":
            say(f"pong {rest}\n")
        elif command == "set" and rest.startswith("game "):
            self.set_game(rest)
        elif command == "nboard":
            say("set myname Stub7\n")
        elif command == "move":
            assert self.push(rest.partition("/")[0])
        elif command == "go":
            say(f"=== {self.answer().upper()}/1.25/0.5\n")
        elif command == "hint":
            self.hint(int(rest))
        elif command == "quit" and self.fault not in STAYING:
            sys.exit()

    def set_game(self, text: str) -> None:
        self.told, self.moves, self.game = text, 0, None

    def begun(self):
        import re

        from reference import RULES, Game

        title = re.search(r"GM\[(.*?)\].*TY\[(\d+)\].*BO\[\d+ (\S+) (\S)\](.*)", self.told)
        game, size, cells, turn, moves = (part.replace("*", BLACK) for part in title.groups())
        rules = RULES[SIZES[game, int(size)]]
        self.game = Game(rules, dict(zip(rules.cells, cells, strict=True)), turn)
        for move in re.findall(r"[BW]\[([A-Za-z0-9]+)", moves):
            assert self.push(move)
        return self.game

    def hint(self, count: int) -> None:
        """Values that get better known, and lines that mean nothing to anybody."""
        self.answer()
        say("status thinking\n")
        for depth in ("2", "100%"):
            for number, move in enumerate(self.game.legal_moves()[:count]):
                say(f"search {move.upper()}PA{move} {number - 1:+.2f} 0 {depth}\n")
        say("search what\nsearch j9 1 0 2\nsearch d3 much 0 2\nnodestats 7 1\n")


def main() -> None:
    words = sys.argv[1:]
    heard = None
    if "--heard" in words:
        at = words.index("--heard")
        heard = words[at + 1]
        del words[at : at + 2]
    kind = {"gtp": Gtp, "nboard": NBoard}[words[0]]
    stub = kind(*words[1:2], *map(int, words[2:3]))
    if stub.fault == "late":
        forever()
    for line in sys.stdin:
        if heard is not None:
            with open(heard, "a") as file:
                file.write(line)
        if line.strip():
            stub.obey(line.strip())
    if stub.fault in STAYING:
        forever()


if __name__ == "__main__":
    main()
