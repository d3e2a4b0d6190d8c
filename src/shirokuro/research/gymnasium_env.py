"""Every board as a Gymnasium environment: one agent against a player of Shirokuro."""

from __future__ import annotations

from typing import Any

from shirokuro.board.board import Board
from shirokuro.matches.move_request import MoveRequest, in_game
from shirokuro.players.checked import TrustedPlayer
from shirokuro.players.registry import PlayerOrSpec, trusted_player
from shirokuro.research.encoding import Masks, Planes, encoding_of
from shirokuro.research.rendering import RENDER_MODES, Pixels, check_render_mode, rendered
from shirokuro.squares.colour import Colour

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as _missing:
    _words = "this environment needs Gymnasium: pip install '.[research]' in the checkout"
    raise ModuleNotFoundError(_words, name=_missing.name) from None

ENVIRONMENT = "shirokuro/Reversi-v0"
COLOURS = ("black", "white", "random")
Observation = dict[str, Planes | Masks]
Info = dict[str, Any]


class AgainstPlayer(gymnasium.Env[Observation, int]):
    """The agent moves, the opponent answers; its passes are made for it, the agent's own are actions.

    An observation has the agent's discs and the opponent's as planes, and the mask of legal actions. The
    reward is 1 for a win, -1 for a loss and 0 for a draw or while the game goes on. An illegal action loses
    the game. `info` has the moves as a transcript and, after the end, the agent's margin in discs.
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        variant: str = "reversi",
        opponent: PlayerOrSpec = "greedy",
        colour: str = "black",
        render_mode: str | None = None,
    ) -> None:
        if colour not in COLOURS:
            raise ValueError(f"colour: {', '.join(COLOURS)} are possible, not {colour!r}")
        self.render_mode = check_render_mode(render_mode)
        self._encoding = encoding_of(variant)
        self._asked, self._colour = trusted_player(opponent), colour
        if self._encoding.variant.name not in self._asked.variants:
            raise ValueError(f"{self._asked.name} does not play {variant}")
        self._opponent: TrustedPlayer = self._asked
        self._board = Board(variant)
        self._agent = Colour.BLACK
        self._is_over = True
        self.action_space = spaces.Discrete(self._encoding.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self._encoding.shape, dtype="int8"),
                "action_mask": spaces.Box(0, 1, (self._encoding.actions,), dtype="int8"),
            }
        )

    @property
    def board(self) -> Board:
        """A copy of the board as it stands."""
        return self._board.copy()

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """A new game; the seed decides a random colour and everything random in the opponent's play."""
        super().reset(seed=seed)
        self._board = Board(self._encoding.variant)
        chosen = int(self.np_random.integers(2)) if self._colour == "random" else COLOURS.index(self._colour)
        self._agent = Colour(chosen)
        game_seed = int(self.np_random.integers(2**63))
        self._opponent = in_game(self._asked, game_seed, Colour(1 - chosen))
        self._opponent.prepare(self._encoding.variant.name)
        self._is_over = False
        self._answer()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """The agent's action and the opponent's answer, up to the agent's next turn."""
        if self._is_over:
            raise ValueError("this game is over: call reset")
        move = self._encoding.move(int(action))
        if not self._encoding.mask(self._board)[action]:
            self._is_over = True
            return self._observation(), -1.0, True, False, {**self._info(), "is_illegal": True}
        self._board.push(move)
        self._answer()
        self._is_over = self._board.is_over()
        own = self._margin()
        reward = float((own > 0) - (own < 0)) if self._is_over else 0.0
        return self._observation(), reward, self._is_over, False, self._info()

    def render(self) -> str | Pixels | None:
        return rendered(self._board, self.render_mode)

    def _answer(self) -> None:
        """Lets the opponent move until it is the agent's turn or the game is over."""
        while not self._board.is_over() and self._board.turn != self._agent:
            request = MoveRequest(self._opponent, self._board.copy(), is_prepared=True)
            self._board.push(request.answer().move)

    def _observation(self) -> Observation:
        is_mover = self._board.turn == self._agent
        mask = self._encoding.mask(self._board)
        return {
            "observation": self._encoding.seen(self._board, by_mover=is_mover).copy(),
            "action_mask": mask if is_mover else mask * 0,
        }

    def _info(self) -> Info:
        info: Info = {"colour": str(self._agent), "transcript": self._board.transcript()}
        return info | {"margin": self._margin()} if self._board.is_over() else info

    def _margin(self) -> int:
        return self._board.margin() * (1 if self._agent == Colour.BLACK else -1)


gymnasium.register(ENVIRONMENT, entry_point=AgainstPlayer)
