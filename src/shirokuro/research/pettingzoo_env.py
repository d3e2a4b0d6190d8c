"""Every board as a PettingZoo AEC environment, after the conventions of its classic games."""

from __future__ import annotations

from typing import Any

from shirokuro.board.board import Board, board_of
from shirokuro.research.encoding import Masks, Planes, encoding_of
from shirokuro.research.rendering import RENDER_MODES, Pixels, check_render_mode, rendered
from shirokuro.squares.colour import BLACK

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as _missing:
    _words = "this environment needs PettingZoo: pip install '.[research]' in the checkout"
    raise ModuleNotFoundError(_words, name=_missing.name) from None

AGENTS = ("black_0", "white_0")


def env(variant: str = "reversi", render_mode: str | None = None) -> AECEnv:
    """The environment in PettingZoo's usual wrappers: an illegal action loses the game."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(variant, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(variant: str = "reversi", render_mode: str | None = None) -> ReversiAEC:
    """The environment without wrappers: an illegal action is an IllegalMoveError and changes nothing."""
    return ReversiAEC(variant, render_mode)


class ReversiAEC(AECEnv, EzPickle):
    """Two agents in turn; who must pass takes the pass, which is then the only legal action.

    An observation has the discs of the agent and of the opponent as planes and the mask of legal actions,
    which is empty for the agent that is not to move. The winner gets 1, the loser -1, and a draw gives 0;
    after the end `infos` have each agent's margin in discs. There is no chance in it: seeds change nothing.
    """

    metadata = {  # noqa: RUF012  # PettingZoo declares it so
        "name": "shirokuro_v0",
        "render_modes": [*RENDER_MODES],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(self, variant: str = "reversi", render_mode: str | None = None) -> None:
        EzPickle.__init__(self, variant, render_mode)
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self._encoding = encoding_of(variant)
        self._board = Board(variant)
        self.possible_agents = [*AGENTS]
        space, actions = self._encoding.shape, self._encoding.actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, space, dtype="int8"),
                    "action_mask": spaces.Box(0, 1, (actions,), dtype="int8"),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}

    @property
    def board(self) -> Board:
        """A copy of the board as it stands."""
        return self._board.copy()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Puts up the start, or the position or moves in `options["board"]`."""
        board = board_of((options or {}).get("board") or Board(self._encoding.variant))
        if board.variant != self._encoding.variant:
            raise ValueError(f"the board is {board.variant}, not {self._encoding.variant}")
        self._board = board.copy()
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, int]] = {agent: {} for agent in AGENTS}
        self._turn_over()

    def observe(self, agent: str) -> dict[str, Planes | Masks]:
        is_mover = agent == AGENTS[self._board.turn]
        seen = self._encoding.seen(self._board, by_mover=is_mover)
        mask = self._encoding.mask(self._board)
        return {"observation": seen, "action_mask": mask if is_mover else mask * 0}

    def state(self) -> Planes:
        """The planes as black sees them, whoever is to move."""
        return self._encoding.seen(self._board, by_mover=self._board.turn == BLACK)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._board.push(self._encoding.move(-1 if action is None else int(action)))
        self._cumulative_rewards[agent] = 0
        self._turn_over()

    def render(self) -> str | Pixels | None:
        return rendered(self._board, self.render_mode)

    def close(self) -> None:
        """There is nothing to release."""

    def _turn_over(self) -> None:
        """Gives the turn to the side that has it on the board, or ends the game."""
        self.agent_selection = AGENTS[self._board.turn]
        if not self._board.is_over():
            return
        margin = self._board.margin()
        for agent, own in zip(AGENTS, (margin, -margin), strict=True):
            self.rewards[agent] = (own > 0) - (own < 0)
            self.terminations[agent] = True
            self.infos[agent] = {"margin": own}
        self._accumulate_rewards()
