"""Every board as an OpenSpiel game in Python: importing this module registers `shirokuro(variant=…)`."""

from __future__ import annotations

from typing import Any

import numpy as np

from shirokuro.board.board import Board
from shirokuro.research.encoding import encoding_of
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import move_name

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as _missing:
    _words = "this game needs OpenSpiel: pip install open_spiel"
    raise ModuleNotFoundError(_words, name=_missing.name) from None

GAME = "shirokuro"
_TYPE = pyspiel.GameType(
    short_name=GAME,
    long_name="Reversi and Nip",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "reversi"},
)


class OpenSpielGame(pyspiel.Game):
    """A board of Shirokuro as OpenSpiel sees it; player 0 is black."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.encoding = encoding_of((params or {}).get("variant", "reversi"))
        self.variant = self.encoding.variant
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2 * len(Board(self.variant).empties()),  # a pass is followed by a move
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return OpenSpielObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):
    """A board in progress. An illegal action is an error, and a forced pass the only legal action."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.encoding = game.encoding
        self.board = Board(game.variant)

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.board.is_over() else int(self.board.turn)

    def _legal_actions(self, player: int) -> list[int]:
        if self.board.must_pass():
            return [self.encoding.pass_action]
        return [self.encoding.action(square) for square in self.board.legal_moves]

    def _apply_action(self, action: int) -> None:
        self.board.push(self.encoding.move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return move_name(self.encoding.move(action))

    def is_terminal(self) -> bool:
        return self.board.is_over()

    def returns(self) -> list[float]:
        margin = self.board.margin() if self.board.is_over() else 0
        black = float((margin > 0) - (margin < 0))
        return [black, -black]

    def __str__(self) -> str:
        return str(self.board)


class OpenSpielObserver:
    """The planes of a player's discs, of the opponent's and of the empty cells."""

    def __init__(self, game: OpenSpielGame, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, but {params} were given")
        encoding = game.encoding
        shape = (3, encoding.width, encoding.width)
        self.tensor = np.zeros(int(np.prod(shape)), dtype=np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}
        self._encoding = encoding
        cells = [int(square) in encoding.variant.cells for square in encoding.squares[:-1]]
        self._cells = np.reshape(cells, shape[1:])

    def set_from(self, state: OpenSpielState, player: int) -> None:
        planes = self.dict["observation"]
        planes[:2] = self._encoding.seen(state.board, by_mover=state.board.turn == Colour(player)).transpose(
            2, 0, 1
        )
        planes[2] = self._cells & (planes[0] + planes[1] == 0)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return str(state)


pyspiel.register_game(_TYPE, OpenSpielGame)
