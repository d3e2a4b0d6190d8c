"""The core of shirokuro; its public face is the package."""

import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, SupportsIndex, overload

import numpy
from numpy.typing import NDArray

def set_leak_warnings(value: bool) -> None:
    """Whether objects that are left at the end of the program are reported."""

ISA: str

def parse_move(name: str) -> int:
    """A square by name, or PASS for pass, pa, ps and --; any case."""

def parse_square(name: str) -> int:
    """`parse_square("d3") == 19`; any case."""

def move_name(move: int) -> str:
    """The name of a square, or `pass`."""

def square_name(square: int) -> str:
    """`square_name(19) == "d3"`."""

class SquareIterator:
    def __iter__(self) -> SquareIterator: ...
    def __next__(self) -> int: ...

class SquareSet:
    """
    A frozen set of squares in ascending order, made from squares, their names or a mask.
    """

    def __hash__(self) -> int: ...
    def __iter__(self) -> SquareIterator: ...
    def __init__(self, squares: SupportsIndex | Iterable[int | str] = ()) -> None: ...
    def __bool__(self) -> bool: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __contains__(self, square: object, /) -> bool: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __le__(self, arg: SquareSet, /) -> bool: ...
    def __lt__(self, arg: SquareSet, /) -> bool: ...
    def __and__(self, arg: SquareSet, /) -> SquareSet: ...
    def __or__(self, arg: SquareSet, /) -> SquareSet: ...
    def __xor__(self, arg: SquareSet, /) -> SquareSet: ...
    def __sub__(self, arg: SquareSet, /) -> SquareSet: ...
    def names(self) -> list[str]:
        """The squares by name."""

    def __repr__(self) -> str: ...
    def __reduce__(self) -> tuple[type[SquareSet], tuple[int]]: ...

def shapes() -> list[tuple[str, int, SquareSet, tuple[int, ...], bool, SquareSet, SquareSet]]:
    """All shapes as (name, width, cells, ring, loop, black, white)."""

class Board:
    """State and move stack of one game."""

    @overload
    def __init__(self, variant: str) -> None: ...
    @overload
    def __init__(self, board: Board) -> None: ...
    @property
    def variant_name(self) -> str: ...
    @property
    def white_to_move(self) -> bool: ...
    @property
    def own(self) -> SquareSet:
        """The discs of the side to move."""

    @property
    def opp(self) -> SquareSet:
        """The other side's discs."""

    @property
    def legal_moves(self) -> SquareSet:
        """The squares that the side to move may play, ascending; never PASS."""

    @property
    def move_stack(self) -> list[int]:
        """The moves made so far, passes included; a copy."""

    def black(self) -> SquareSet: ...
    def white(self) -> SquareSet: ...
    def empties(self) -> SquareSet:
        """The empty cells."""

    def push(self, move: int | str) -> None:
        """Makes a move, given as a square or its name; PASS passes."""

    def push_pass(self) -> None:
        """Passes, which is legal only without a move."""

    def pop(self) -> int:
        """Takes the last move back and returns it."""

    def extend(self, moves: bytes | Iterable[int | str], *, insert_passes: bool = True) -> None:
        """
        Makes all of these moves or, if one is illegal, none; passes that were left out are put in.
        """

    def is_legal(self, move: int | str) -> bool:
        """Whether the side to move may play this square, or pass."""

    def flips(self, square: int | str) -> SquareSet:
        """The discs that a move would turn; none if it is illegal."""

    def must_pass(self) -> bool:
        """Whether only the opponent can move."""

    def is_over(self) -> bool:
        """Whether neither side can move."""

    def set_cells(self, black: SquareSet, white: SquareSet, white_to_move: bool) -> None:
        """Any discs at all; forgets the moves."""

    def set_transformed(self, board: Board, symmetry: int) -> None:
        """Becomes the image of a board, moves included."""

    def canonical_symmetry(self) -> int:
        """The symmetry that leads to the least image."""

    def root_cells(self) -> tuple[SquareSet, SquareSet, bool]:
        """
        Black, white and whether white was to move, before the first move of the stack.
        """

    def moves_as_bytes(self) -> bytes: ...
    def line(self) -> str:
        """The position as text: X, O or - for each cell, then the side to move."""

    def __eq__(self, other: object, /) -> bool: ...
    def perft(self, depth: int) -> int: ...

class BookTable:
    """The positions of a book; it never changes."""

    def __init__(self, variant: str, size: int, body: bytes) -> None: ...
    def __len__(self) -> int: ...
    def body(self) -> bytes: ...
    def find(self, board: Board) -> bytes | None:
        """The record of a position, its moves as they are on this board."""

    def item(self, at: int) -> tuple[bytes, bytes]:
        """A key and its record."""

class Evaluation:
    """An evaluator and its weights; it never changes."""

    @property
    def board(self) -> str | None:
        """The board that it is for; None: all boards."""

    @property
    def percent_right(self) -> list[int]:
        """
        How often selective searches to the end are right, in per cent, by confidence.
        """

    def serves(self, variant: str) -> bool:
        """Whether it can evaluate positions of a variant."""

def evaluators() -> list[str]:
    """The evaluators that have weights of their own."""

def evaluation_named(name: str) -> Evaluation:
    """One of them."""

def evaluation_by_weights(file: bytes) -> Evaluation:
    """
    The evaluation by patterns with the weights that the bytes of a file hold.
    """

def evaluate(board: Board, evaluation: Evaluation) -> int:
    """The static evaluation, in discs for the side to move."""

def evaluation_units(board: Board, evaluation: Evaluation) -> int:
    """The same in the evaluator's own units."""

def legal_many(
    variant: str,
    positions: Annotated[
        NDArray[numpy.uint64], {"shape": (None, 2), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint64], {"shape": (None,), "order": "C", "device": "cpu"}],
    threads: int,
) -> None: ...
def play_many(
    variant: str,
    positions: Annotated[
        NDArray[numpy.uint64], {"shape": (None, 2), "order": "C", "device": "cpu", "writable": False}
    ],
    moves: Annotated[
        NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint64], {"shape": (None, 2), "order": "C", "device": "cpu"}],
    threads: int,
) -> None: ...
def evaluate_many(
    variant: str,
    positions: Annotated[
        NDArray[numpy.uint64], {"shape": (None, 2), "order": "C", "device": "cpu", "writable": False}
    ],
    evaluation: Evaluation,
    out: Annotated[NDArray[numpy.int8], {"shape": (None,), "order": "C", "device": "cpu"}],
    threads: int,
) -> None: ...
def pattern_features(
    variant: str,
    positions: Annotated[
        NDArray[numpy.uint64], {"shape": (None, 2), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.uint32], {"shape": (None, None), "order": "C", "device": "cpu"}],
    threads: int,
) -> None: ...
def playout_many(
    variant: str,
    positions: Annotated[
        NDArray[numpy.uint64], {"shape": (None, 2), "order": "C", "device": "cpu", "writable": False}
    ],
    out: Annotated[NDArray[numpy.int8], {"shape": (None,), "order": "C", "device": "cpu"}],
    seed: int,
    scoring: Scoring,
    threads: int,
) -> None: ...
def random_games(
    variant: str,
    moves: Annotated[NDArray[numpy.uint8], {"shape": (None, None), "order": "C", "device": "cpu"}],
    margins: Annotated[NDArray[numpy.int8], {"shape": (None,), "order": "C", "device": "cpu"}],
    seed: int,
    first: int,
    threads: int,
) -> None: ...
def solve_many(
    variant: str,
    positions: Annotated[
        NDArray[numpy.uint64], {"shape": (None, 2), "order": "C", "device": "cpu", "writable": False}
    ],
    evaluation: Evaluation,
    task: SearchTask,
    table_bytes: int,
    values: Annotated[NDArray[numpy.int8], {"shape": (None,), "order": "C", "device": "cpu"}],
    moves: Annotated[NDArray[numpy.uint8], {"shape": (None,), "order": "C", "device": "cpu"}],
    progress: object | None,
    threads: int,
) -> None: ...
def transform_many(
    variant: str,
    positions: Annotated[
        NDArray[numpy.uint64], {"shape": (None, 2), "order": "C", "device": "cpu", "writable": False}
    ],
    symmetry: int,
    out: Annotated[NDArray[numpy.uint64], {"shape": (None, 2), "order": "C", "device": "cpu"}],
    threads: int,
) -> None: ...

class Stop:
    """
    A token that stops a search from another thread; once set, it stays set.
    """

    def __init__(self) -> None: ...
    def set(self) -> None:
        """Ends the searches that hold this token."""

    def is_set(self) -> bool: ...

class Kind(enum.Enum):
    exact = 0

    wld = 1

    selective = 2

    depth = 3

    bound = 4

class Goal(enum.Enum):
    best_move = 0

    exact = 1

    wld = 2

class Scoring(enum.Enum):
    winner = 0

    plain = 1

class DontCare(enum.Enum):
    off = 0

    full_lines = 1

    wide = 2

class SearchTask:
    """What one search is asked; no limit is 0."""

    def __init__(
        self,
        *,
        goal: Goal = Goal.best_move,
        scoring: Scoring = Scoring.winner,
        dont_care: DontCare = DontCare.off,
        alpha: int = -64,
        beta: int = 64,
        depth: int = 0,
        assured: int = 1,
        confidence: int = 3,
        table_from: int = 6,
        nodes: int = 0,
        seconds: float = 0,
        stop: Stop | None = None,
    ) -> None: ...

class Counters:
    @property
    def probes(self) -> int: ...
    @property
    def hits(self) -> int: ...
    @property
    def cuts(self) -> int: ...
    @property
    def stores(self) -> int: ...

class Result:
    @property
    def value(self) -> int: ...
    @property
    def lower(self) -> int: ...
    @property
    def upper(self) -> int: ...
    @property
    def pv(self) -> list[int]: ...
    @property
    def depth(self) -> int: ...
    @property
    def confidence(self) -> int | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def counters(self) -> Counters: ...

class Engine:
    """Threads and a table, and one search at a time on them."""

    def __init__(self, threads: int, table_bytes: int, memory: object | None = None) -> None: ...
    def search(
        self,
        board: Board,
        evaluation: Evaluation,
        task: SearchTask,
        progress: Callable[[Result], object] | None = None,
    ) -> Result: ...
    def clear(self) -> None: ...
    @property
    def threads(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...

def features(board: Board, white: bool) -> dict[str, list[tuple[SquareSet, int]]]:
    """
    One side's features, those defined here: for each the parts, as squares and a number.
    """

def opened(board: Board, move: int | str) -> SquareSet:
    """The empty cells round the discs that a move turns."""

def stable(board: Board, white: bool) -> SquareSet:
    """
    One side's discs that are proved to be stable, more than the study counts; on any board.
    """

def regions(board: Board) -> list[SquareSet]:
    """The regions that the empty cells form, joined by king's steps."""

def square_weights(variant: str) -> dict[int, int]:
    """The worth of each cell, as two studies have it."""

def study_weights() -> dict[str, int]:
    """What a unit of each feature weighs."""

class Trial:
    @property
    def move(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def discs(self) -> int: ...

class FlatResult:
    @property
    def trials(self) -> list[Trial]: ...
    @property
    def is_capped(self) -> bool: ...

class Verdict(enum.Enum):
    loss = 0

    draw = 1

    win = 2

class Branch:
    @property
    def move(self) -> int: ...
    @property
    def visits(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def margins(self) -> int: ...
    @property
    def least(self) -> Verdict: ...
    @property
    def most(self) -> Verdict: ...

class UctResult:
    @property
    def branches(self) -> list[Branch]: ...
    @property
    def pv(self) -> list[int]: ...
    @property
    def playouts(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def is_proven(self) -> bool: ...

def flat(
    board: Board, seed: int, playouts: int, threads: int, seconds: float, stop: Stop | None
) -> FlatResult:
    """Random games after each move."""

def uct(
    board: Board,
    seed: int,
    playouts: int,
    threads: int,
    solve_empties: int,
    prior: int,
    evaluation: Evaluation,
    seconds: float,
    stop: Stop | None,
) -> UctResult:
    """A tree that grows where moves do well."""

class Stored(enum.Enum):
    bounds = 0

    no_cut_offs = 1

    no_fail_lows = 2

    exact = 3

    as_exact = 4

class Again(enum.Enum):
    narrow = 0

    replace = 1

    keep = 2

class Measure(enum.Enum):
    features = 0

    map = 1

    map_and_replies = 2

    sum_of_line = 3

    early_map = 4

class Leaf(enum.Enum):
    map = 0

    sample = 1

    drifting_sample = 2

class Stage(enum.Enum):
    normal = 0

    wld = 1

    perfect = 2

class DontCareRun:
    @property
    def value(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def probes(self) -> int: ...
    @property
    def hits(self) -> int: ...
    @property
    def cuts(self) -> int: ...
    @property
    def stores(self) -> int: ...
    @property
    def emptyings(self) -> int: ...
    @property
    def entries(self) -> int: ...

class TableUse:
    def __init__(
        self,
        from_empties: int,
        stored: Stored,
        again: Again,
        is_fail_hard: bool,
        tells_mover: bool,
        most_nodes: int,
    ) -> None: ...

class Candidate:
    @property
    def square(self) -> int: ...
    @property
    def points(self) -> int: ...

class MoveValues:
    @property
    def candidates(self) -> list[Candidate]: ...
    @property
    def beyond(self) -> int: ...
    @property
    def points_per_disc(self) -> int: ...
    @property
    def nodes(self) -> int: ...

class ChoiceRun:
    @property
    def square(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def points_per_disc(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def stage(self) -> Stage: ...
    @property
    def nodes(self) -> int: ...
    @property
    def is_complete(self) -> bool: ...

class SampleEdges:
    def __init__(self) -> None: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(table: bytes) -> SampleEdges: ...

class Listing:
    def __init__(self, leaf: Leaf, is_inverted: bool, edges: SampleEdges | None = None) -> None: ...

class ListingRun:
    @property
    def points(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def is_complete(self) -> bool: ...

def dont_care_discs(board: Board, masking: DontCare) -> SquareSet:
    """The discs that a test finds to be don't-care."""

def dont_care(board: Board, masking: DontCare, use: TableUse) -> DontCareRun:
    """The don't-care experiment's search."""

def move_values(
    board: Board, measure: Measure, beyond: int, nodes: int, seconds: float, stop: Stop | None
) -> MoveValues:
    """Every legal move with its points."""

def alpha_beta_choice(
    board: Board,
    depths: tuple[int, int, int, int],
    threads: int,
    nodes: int,
    seconds: float,
    stop: Stop | None,
) -> ChoiceRun:
    """The move of ssai and msai."""

def search_listing(
    board: Board, listing: Listing, depth: int, nodes: int, seconds: float, stop: Stop | None
) -> ListingRun:
    """The alpha-beta of a listing, as printed."""

class PeopleModel:
    """How people play, as learned from their games."""

def read_people(file: bytes) -> PeopleModel:
    """The model that the bytes of a file hold."""

class PeopleQuestion:
    """A board with the values of its moves."""

    def __init__(
        self, board: Board, evaluation: Evaluation, is_black: bool, last: Sequence[int], has_history: bool
    ) -> None: ...
    @property
    def knows_board(self) -> bool:
        """Whether there are games of people on this board."""

    def values(self) -> list[list[int]]:
        """
        Of the legal moves in their order: evaluated, after two plies, after four.
        """

    def answer(
        self, model: PeopleModel, rating: int, opponent: int, sharpness: int, by_values: bool
    ) -> list[tuple[int, int]]:
        """
        (move, weight) for every legal move, weights in proportion to the chances.
        """

def move_values_of_many(variant: str, positions: bytes, evaluation: Evaluation, threads: int) -> bytes:
    """
    For each position three rows of 64 values, -128 where no move is, as bytes.
    """

def patterns(variant: str) -> tuple[int, int, int, int] | None:
    """
    Phases, free weights a phase, features a position, fingerprint; None without patterns.
    """

def self_play(
    variant: str,
    evaluation: Evaluation,
    seed: int,
    depth: int,
    selective: int,
    solved: int,
    first: int,
    end: int,
    threads: int,
    take: Callable[[bytes, int], object],
) -> None:
    """
    Plays games by number; `take` gets labelled positions, and how many games are done.
    """
