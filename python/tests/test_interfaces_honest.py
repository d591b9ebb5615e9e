"""What the interfaces show of a seat is the same, byte by byte, in the match and in every world that this seat cannot tell from it; and an
interface that cheats is caught. PLAYMAT_LONG=1 looks at more matches and worlds."""

import os

import numpy as np
import pyspiel
import pytest

import playmat
import playmat.gymnasium
import playmat.openspiel
import playmat.pettingzoo

GAMES = playmat.games()
LONG = os.environ.get("PLAYMAT_LONG") == "1"
MATCHES, WORLDS = (200, 8) if LONG else (4, 3)


class Zoo:
    """PettingZoo: the observations of both agents and the information."""

    def __init__(self, game, kind=playmat.pettingzoo.raw_env):
        self.env = kind(game)
        self.env.reset(seed=0)

    def shown(self, match, seat):
        self.env.match = match
        agents = self.env.possible_agents
        told = [array.tobytes() for agent in agents for array in self.env.observe(agent).values()]
        return told, self.env.infos


class Gym:
    """Gymnasium: the vector, the mask, and the table as it is rendered."""

    def __init__(self, game, kind=playmat.gymnasium.MatchEnv):
        self.env = kind(game, render_mode="ansi")
        self.env.reset(seed=0)

    def shown(self, match, seat):
        self.env.match, self.env.learner = match, seat
        vector, info = self.env.look()
        mask = info.pop("action_mask")
        return vector.tobytes(), mask.tobytes(), info, self.env.action_masks().tobytes(), self.env.render()


class Spiel:
    """OpenSpiel: strings, tensors, actions and their words."""

    def __init__(self, game):
        self.game = pyspiel.load_game(playmat.openspiel.name_of(game), {"seeds": 2})

    def shown(self, match, seat):
        state = self.game.new_initial_state()
        state.match = match
        words = [state.action_to_string(seat, action) for action in state.legal_actions()]
        tensor = np.array(state.observation_tensor(seat), np.float32).tobytes()
        return state.information_state_string(seat), state.observation_string(seat), str(state), tensor, words


def check(face, game):
    """Whether a face shows a seat nothing that tells worlds apart. How many worlds really were others, and how many were looked at."""
    others = looked = 0
    for seed in range(MATCHES):
        match, rng = playmat.Match(game, seed=seed), np.random.default_rng(seed)
        while match.seat is not None:
            if rng.random() < 0.3:
                seat = match.seat
                shown = face.shown(match.copy(), seat)
                hidden = match.view(1 - seat)
                for _ in range(WORLDS):
                    world = match.imagine(seat, int(rng.integers(1 << 53)))
                    looked += 1
                    others += world.view(1 - seat) != hidden
                    assert face.shown(world, seat) == shown, f"{game}, seed {seed}: seat {seat} is shown what it cannot know"
            match.play(int(rng.choice(len(match.options()))))
    return others, looked


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("face", [Zoo, Gym, Spiel])
def test_interfaces_show_no_more_than_the_seat_knows(face, game):
    others, looked = check(face(game), game)
    assert looked > 50 and others > looked / 2, "the worlds differ in what the rival has"


def hand_of_rival(match, seat):
    """What no honest interface looks at, as a number."""
    view = match.view(1 - seat)
    return np.int16(sum(map(ord, repr(view))) % 32768)


class CheatingZoo(playmat.pettingzoo.raw_env):
    def observe(self, agent):
        seen = super().observe(agent)
        seen["observation"][0] = hand_of_rival(self.match, self.possible_agents.index(agent))
        return seen


class CheatingGym(playmat.gymnasium.MatchEnv):
    def look(self):
        vector, info = super().look()
        return vector, {**info, "rival": int(hand_of_rival(self.match, self.learner))}


class CheatingSpiel(Spiel):
    def shown(self, match, seat):
        return *super().shown(match, seat), match.text(1 - seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "cheat", [lambda game: Zoo(game, CheatingZoo), lambda game: Gym(game, CheatingGym), CheatingSpiel], ids=["zoo", "gym", "spiel"]
)
def test_cheats_are_caught(cheat, game):
    """An interface that looks at the rival's cards must fail the test above."""
    with pytest.raises(AssertionError, match="is shown what it cannot know"):
        check(cheat(game), game)
