"""GoGui's commands: the rules of the game for its board, and values and features drawn on it."""

from __future__ import annotations

from itertools import cycle

from shirokuro import BLACK, WHITE, Colour, Limits, Result, features, near_best
from shirokuro.engine.features import NAMES, stable_discs
from shirokuro.engine.pool import ENGINES
from shirokuro.protocol.gtp_game import Commands, GtpGame
from shirokuro.protocol.gtp_line import GtpError
from shirokuro.protocol.gtp_words import CommandWords, rows, vertex, word_at

ANALYSIS = Limits(nodes=3_000_000)
"""A fraction of a second, and the same values every time."""
TABLE_MIB = 16
BEST, NEAR, OTHER = "#50c050", "#c0d060", "#d09080"
"""The colours in which moves are marked."""
SIDES = {BLACK: "#707070", WHITE: "#e0e0e0"}
NO_WORD = '""'
"""An empty square on a board of words."""
FEATURES = "shirokuro-feature"
ANALYSE_COMMANDS = (
    "gfx/Values of the moves/shirokuro-values",
    "gfx/Expected moves/shirokuro-pv",
    "sboard/Values as words/shirokuro-value_board",
    "dboard/Stable discs/shirokuro-stable",
    *(f"gfx/Feature: {name}/{FEATURES} {name}" for name in NAMES),
    "hstring/Features as a table/shirokuro-features",
    "plist/Legal moves/gogui-rules_legal_moves",
)


gogui_commands = Commands(
    {
        "gogui-rules_game_id": lambda game, words: "Nip" if game.board.variant.is_round else "Othello",
        "gogui-rules_board_size": lambda game, words: str(game.board.variant.width),
        "gogui-rules_legal_moves": lambda game, words: " ".join(map(vertex, game.board.choices())),
        "gogui-rules_side_to_move": lambda game, words: str(game.board.turn),
        "gogui-analyze_commands": lambda game, words: "\n".join(ANALYSE_COMMANDS),
        # GoGui sends the comment `# interrupt` to end a search only if this command is known.
        "gogui-interrupt": lambda game, words: None,
        "shirokuro-features": lambda game, words: str(features(game.board)),
    }
)


@gogui_commands("gogui-rules_board")
def board_rows(game: GtpGame, words: CommandWords) -> str:
    discs = {None: ".", BLACK: "X", WHITE: "O"}
    return rows(game.board.variant, lambda square: discs[game.board.disc_at(square)], "?")


@gogui_commands("gogui-rules_final_result")
def final_result(game: GtpGame, words: CommandWords) -> str:
    outcome = game.board.outcome()
    if outcome is None:
        return "unknown"
    winner = "Draw" if outcome.winner is None else f"{str(outcome.winner).capitalize()} wins"
    return f"{winner} {outcome.black}-{outcome.white}"


@gogui_commands("shirokuro-values")
def values(game: GtpGame, words: CommandWords) -> str:
    """Every move with its value and a colour, and the best one in words."""
    results = _analysis(game)
    near, best = near_best(results), next(iter(results.values()))
    colours = {move: BEST if move == best.move else NEAR if move in near else OTHER for move in results}
    labels = " ".join(f"{vertex(move)} {_word(result)}" for move, result in results.items())
    marked = [f"COLOR {colour} {vertex(move)}" for move, colour in colours.items()]
    return "\n".join([*marked, f"LABEL {labels}", f"TEXT {game.board.turn}: {best}"])


@gogui_commands("shirokuro-value_board")
def value_board(game: GtpGame, words: CommandWords) -> str:
    results = _analysis(game)
    words_by_move = {move: _word(result) for move, result in results.items()}
    return rows(game.board.variant, lambda square: words_by_move.get(square, NO_WORD), NO_WORD)


@gogui_commands("shirokuro-pv")
def expected_moves(game: GtpGame, words: CommandWords) -> str:
    best = next(iter(_analysis(game).values()))
    sides = cycle((game.board.turn, game.board.turn.opponent))
    moves = [f"{str(side)[0]} {vertex(move)}" for side, move in zip(sides, best.pv, strict=False)]
    return f"VAR {' '.join(moves)}\nTEXT {game.board.turn}: {best}"


@gogui_commands("shirokuro-stable")
def stable(game: GtpGame, words: CommandWords) -> str:
    """Stable discs: 1 for black's, -1 for white's."""
    kept = {BLACK: stable_discs(game.board, BLACK), WHITE: stable_discs(game.board, WHITE)}
    return rows(
        game.board.variant, lambda square: str((square in kept[BLACK]) - (square in kept[WHITE])), "0"
    )


@gogui_commands(FEATURES)
def feature_squares(game: GtpGame, words: CommandWords) -> str:
    """The squares that make up a feature for both sides, with what each adds."""
    name = word_at(words, 0, "feature")
    if name not in NAMES:
        raise GtpError(f"no feature {name[:20]!r}: there are {', '.join(NAMES)}")
    feature = next(each for each in features(game.board).all if each.name == name)
    if not feature.is_defined:
        return f"TEXT {name}: {feature.undefined}"
    drawn = []
    for side in Colour:
        hints = {vertex(int(square)): word for square, word in feature.hints(side).items()}
        if hints:
            drawn.append(f"COLOR {SIDES[side]} {' '.join(hints)}")
            drawn.append("LABEL " + " ".join(f"{square} {word}" for square, word in hints.items()))
    drawn.append(f"TEXT {name}: black {feature.black.number}, white {feature.white.number}")
    return "\n".join(drawn)


def _analysis(game: GtpGame) -> dict[int, Result]:
    if game.board.is_over():
        raise GtpError("the game is over")
    with ENGINES.lend(game.threads, TABLE_MIB) as engine:
        return engine.analyze(game.board, ANALYSIS, game.stop)


def _word(result: Result) -> str:
    """A label short enough for a square of the board."""
    return result.verdict().replace("loss", "lose")
