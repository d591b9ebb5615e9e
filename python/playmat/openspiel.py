"""OpenSpiel: every game as a registered Python game.

    import pyspiel
    import playmat.openspiel  # registers playmat_food_chain, playmat_skirmish and playmat_strata

    game = pyspiel.load_game("playmat_skirmish(seeds=1024)")
    state = game.new_initial_state()
    state.apply_action(17)  # chance: the match of seed 17

Chance is explicit and asked once: the root is a chance node with ``seeds`` outcomes of the same probability, and outcome ``i`` is the
match of seed ``first_seed + i``. After it there are only the two players, who are asked the questions that have two or more options. An
action is the place of an option in the list.

=================  ===============================================================================================
information state  a string: all that the player has been told and asked, its own answers, and what it sees now
observation        a string: the table as the player sees it; a tensor: the vector that :func:`split` cuts, zeros for
                   a player that is not asked
public             a string: the table as spectators see it
resampling         ``state.resample_from_infostate(player, sampler)``: a state in a world that the player cannot tell
                   from this one; it has no history, and it can be cloned but not serialised
=================  ===============================================================================================
"""

from __future__ import annotations

import functools

import numpy as np
import pyspiel

import playmat
from playmat._learners import Vector, rules_of, split

__all__ = ["PlaymatGame", "PlaymatObserver", "PlaymatState", "split"]

#: The most outcomes of the chance node.
MOST_SEEDS = 1 << 16
#: The longest match in answers, generously: the rules of every game bring a match to its end long before.
LONGEST = 10_000
PARAMETERS = {"seeds": MOST_SEEDS, "first_seed": 0, "deck1": "random", "deck2": "random", "edition": ""}
PLAYERS = 2


def name_of(game: str) -> str:
    """The short name of a game in OpenSpiel."""
    return "playmat_" + game.replace("-", "_")


@functools.cache
def rules_for(game: str, edition: str) -> playmat.Rules:
    """Rules are read once."""
    return rules_of(game, edition or None)


class PlaymatGame(pyspiel.Game):
    """A game of Playmat as OpenSpiel sees it. Each has a class of its own, made by :func:`register`."""

    game: str
    game_type: pyspiel.GameType

    def __init__(self, params=None):
        params = {**PARAMETERS, **(params or {})}
        seeds = params["seeds"]
        if not 1 <= seeds <= MOST_SEEDS:
            raise pyspiel.SpielError(f"seeds is a number from 1 to {MOST_SEEDS}, not {seeds}")
        if params["first_seed"] < 0:
            raise pyspiel.SpielError(f"first_seed is a number from 0 up, not {params['first_seed']}")
        self.vector = Vector(self.game)
        self.rules = rules_for(self.game, params["edition"])
        self.decks = (params["deck1"], params["deck2"])
        self.first_seed = params["first_seed"]
        self.outcomes = [(outcome, 1.0 / seeds) for outcome in range(seeds)]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.vector.rows,
            max_chance_outcomes=seeds,
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self):
        """The chance node that every match begins with."""
        return PlaymatState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """What looks at states for a player."""
        return PlaymatObserver(self.vector, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self):
        """The root alone."""
        return 1

    def begin(self, outcome: int) -> playmat.Match:
        """The match of an outcome of the chance node."""
        return playmat.Match(self.rules, decks=self.decks, seed=self.first_seed + outcome)


class PlaymatState(pyspiel.State):
    """A match, or the chance node before it."""

    def __init__(self, game: PlaymatGame):
        super().__init__(game)
        # The only attribute: OpenSpiel copies and pickles whatever is here.
        self.match: playmat.Match | None = None

    def current_player(self):
        if self.match is None:
            return pyspiel.PlayerId.CHANCE
        seat = self.match.seat
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def is_terminal(self):
        return self.match is not None and self.match.seat is None

    def chance_outcomes(self):
        return self.get_game().outcomes

    def _legal_actions(self, player):
        return list(range(len(self.match)))

    def _apply_action(self, action):
        if self.match is None:
            self.match = self.get_game().begin(action)
        else:
            self.match.play(action)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {self.get_game().first_seed + action}"
        listed = self.match.options() if self.match is not None and self.match.seat == player else []
        return str(listed[action]) if action < len(listed) else f"option {action}"

    def returns(self):
        return [0.0, 0.0] if self.match is None else list(self.match.returns)

    def resample_from_infostate(self, player, sampler):
        """A state in a world that this player cannot tell from this one. ``sampler()`` is a number from 0 to 1."""
        other = self.get_game().new_initial_state()
        if self.match is not None:
            other.match = self.match.imagine(player, int(sampler() * (1 << 53)))
        return other

    def __str__(self):
        return "" if self.match is None else self.match.text(None)


class PlaymatObserver:
    """Looks at states: what each kind of observation shows is in the table of this module."""

    def __init__(self, vector: Vector, kind: pyspiel.IIGObservationType, params):
        if params:
            raise ValueError(f"the observers have no parameters, but were given {params}")
        self.vector, self.kind = vector, kind
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        has_tensor = self._private and kind.public_info and not kind.perfect_recall
        self.tensor = np.zeros(vector.size, np.float32) if has_tensor else None
        self.dict = {}
        if has_tensor:
            self.dict["observation"], self.dict["options"] = vector.split(self.tensor)

    def set_from(self, state: PlaymatState, player: int):
        """Writes what a player sees."""
        if self.tensor is None:
            return
        if state.match is not None and state.match.seat == player:
            self.tensor[:] = self.vector.of(state.match)[0]
        else:
            self.tensor[:] = 0

    def string_from(self, state: PlaymatState, player: int):
        """What a player sees in words."""
        if not self._private and not self.kind.public_info:
            return None
        if state.match is None:
            return ""
        if not self._private:
            return state.match.text(None)
        if self.kind.perfect_recall:
            return state.match.information_state(player)
        return state.match.text(player)


def register(game: str):
    """Makes the class of a game and tells OpenSpiel of it."""
    kind = pyspiel.GameType(
        short_name=name_of(game),
        long_name="Playmat: " + game.replace("-", " ").title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=PARAMETERS,
    )
    made = type(name_of(game), (PlaymatGame,), {"game": game, "game_type": kind})
    pyspiel.register_game(kind, made)
    return made


for _game in playmat.games():
    register(_game)
