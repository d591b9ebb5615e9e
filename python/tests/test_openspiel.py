"""OpenSpiel's own checks and agents, unchanged, on the registered games.

The playthroughs in `playthroughs/` are written again by

    PLAYMAT_WRITE=1 pytest python/tests/test_openspiel.py -k playthrough
"""

import hashlib
import os
import re
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, tabular_qlearner
from open_spiel.python.observation import make_observation

import playmat
import playmat.openspiel
from helpers import LONG

GAMES = [playmat.openspiel.name_of(game) for game in playmat.games()]
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
#: Bold and colours of texts that are drawn for terminals.
BOLD = re.compile(r"\x1b\[[0-9;]*m")


def load(name, **settings):
    return pyspiel.load_game(name, {"seeds": 64, **settings})


def begun(game, outcome=0):
    state = game.new_initial_state()
    state.apply_action(outcome)
    return state


def positions(game, outcome, every=7):
    """States of a random match, with their distance from the beginning."""
    rng, state, count = np.random.default_rng(outcome), begun(game, outcome), 0
    while not state.is_terminal():
        if count % every == 0:
            yield count, state
        state.apply_action(int(rng.choice(state.legal_actions())))
        count += 1


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations(name):
    pyspiel.random_sim_test(load(name), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_chance_node(name):
    game = load(name, seeds=8, first_seed=100)
    root = game.new_initial_state()
    assert root.is_chance_node() and root.chance_outcomes() == [(outcome, 1 / 8) for outcome in range(8)]
    assert root.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "seed 103"
    state = begun(game, 3)
    match = playmat.Match(state.get_game().game, seed=103)
    assert state.match.record() == match.record()
    assert pyspiel.load_game(name).max_chance_outcomes() == 1 << 16
    for wrong in ({"seeds": 0}, {"seeds": (1 << 16) + 1}, {"first_seed": -1}):
        with pytest.raises(pyspiel.SpielError):
            load(name, **wrong)


@pytest.mark.parametrize("name", GAMES)
def test_clones_and_serialised_states(name):
    """Both go on as the state itself does, and leave it alone."""
    game = load(name)
    for count, state in positions(game, 1, every=11):
        before = state.match.record()
        told, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert str(told) == str(game)
        for other in (state.clone(), back):
            rng = np.random.default_rng(count)
            assert other.information_state_string(0) == state.information_state_string(0)
            for _ in range(5):
                if not other.is_terminal():
                    other.apply_action(int(rng.choice(other.legal_actions())))
            assert other.history()[: count + 1] == state.history()
        assert state.match.record() == before


@pytest.mark.parametrize("name", GAMES)
def test_observers(name):
    """Each kind of observation shows what the table of `playmat.openspiel` says."""
    game = load(name)
    private = pyspiel.PrivateInfoType
    public = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=private.NONE))
    nothing = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=False, private_info=private.NONE))
    for _, state in positions(game, 2):
        match, asked = state.match, state.current_player()
        for player in (0, 1):
            assert state.information_state_string(player) == match.information_state(player)
            assert state.observation_string(player) == match.text(player)
            tensor = np.array(state.observation_tensor(player), np.float32)
            observation, options = playmat.openspiel.split(state.get_game().game, tensor)
            if player == asked:
                np.testing.assert_array_equal(observation, match.encode()[0])
                np.testing.assert_array_equal(options, match.encode()[1])
            else:
                assert not tensor.any()
        assert public.string_from(state, 0) == match.text(None)
        assert nothing.string_from(state, 0) is None
        assert len(state.legal_actions()) >= 2
        words = [state.action_to_string(asked, action) for action in state.legal_actions()]
        assert words == [str(option) for option in match.options()]


@pytest.mark.parametrize("name", GAMES)
def test_resampled_states(name):
    """They cannot be told apart by the player they are made for, do not know the past of the real one, and can be played to the end."""
    game = load(name)
    for count, state in positions(game, 3):
        asked = state.current_player()
        rng = np.random.default_rng(count)
        other = state.resample_from_infostate(asked, rng.random)
        assert other.information_state_string(asked) == state.information_state_string(asked)
        assert other.observation_tensor(asked) == state.observation_tensor(asked)
        assert other.legal_actions() == state.legal_actions() and other.history() == []
        while not other.is_terminal():
            other.apply_action(int(rng.choice(other.legal_actions())))
        assert sum(other.returns()) == 0


def agents_play(game, make_bot, moves):
    """The first moves of a match of an agent against one that takes the first option."""
    state = begun(game, 5)
    bot = make_bot()
    played = 0
    while played < moves and not state.is_terminal():
        if state.current_player() == 0:
            action = int(bot.step(state))
            assert action in state.legal_actions()
            played += 1
        else:
            action = state.legal_actions()[0]
        state.apply_action(action)
    assert played == moves or state.is_terminal()


@pytest.mark.parametrize("name", GAMES)
def test_ismcts_plays(name):
    game = load(name)

    def make_bot():
        random_state = np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, random_state)
        return ismcts.ISMCTSBot(game, evaluator, 2.0, 15, random_state=random_state)

    agents_play(game, make_bot, 4)


@pytest.mark.parametrize("name", GAMES)
def test_mcts_plays(name):
    game = load(name)

    def make_bot():
        random_state = np.random.RandomState(1)
        return mcts.MCTSBot(game, 2.0, 15, mcts.RandomRolloutEvaluator(1, random_state), random_state=random_state)

    agents_play(game, make_bot, 4)


@pytest.mark.parametrize("name", GAMES)
def test_q_learning_runs(name):
    """Tabular agents learn nothing much of games as large as these; what they learn of is there."""
    np.random.seed(1)
    sampler = rl_environment.ChanceEventSampler(seed=1)
    environment = rl_environment.Environment(load(name, seeds=2), chance_event_sampler=sampler)
    rows = environment.action_spec()["num_actions"]
    learners = [tabular_qlearner.QLearner(player_id=player, num_actions=rows) for player in (0, 1)]
    for _ in range(4):
        step = environment.reset()
        while not step.last():
            learner = learners[step.observations["current_player"]]
            step = environment.step([learner.step(step).action])
        for learner in learners:
            learner.step(step)
        assert sorted(step.rewards) in ([-1.0, 1.0], [0.0, 0.0])
    # What was lost or won at the end has reached the answers before it.
    assert any(value != 0 for learner in learners for values in learner._q_values.values() for value in values.values())


@pytest.mark.skipif(not LONG, reason="needs PyTorch and dm-tree: PLAYMAT_LONG=1")
@pytest.mark.parametrize("name", GAMES)
def test_agents_of_pytorch_run(name):
    """OpenSpiel's DQN learns from the observation against itself, unchanged."""
    pytest.importorskip("torch", reason="pip install torch dm-tree")
    dqn = pytest.importorskip("open_spiel.python.pytorch.dqn", reason="pip install torch dm-tree")
    sampler = rl_environment.ChanceEventSampler(seed=1)
    environment = rl_environment.Environment(
        load(name, seeds=16), chance_event_sampler=sampler, observation_type=rl_environment.ObservationType.OBSERVATION
    )
    size, rows = environment.observation_spec()["info_state"][0], environment.action_spec()["num_actions"]
    agents = [dqn.DQN(player, size, rows, (32,), batch_size=16, min_buffer_size_to_learn=32, seed=player) for player in (0, 1)]
    for _ in range(12):
        step = environment.reset()
        while not step.last():
            agent = agents[step.observations["current_player"]]
            step = environment.step([agent.step(step).action])
        for agent in agents:
            agent.step(step)
    assert all(agent.loss is not None and np.isfinite(float(agent.loss)) for agent in agents)


def playthrough(name, seed):
    """A match as OpenSpiel tells it. Of long lines the beginning stands there with a hash of the whole, and a hash for each tensor."""

    def digest(lines):
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    told, tensor = [], []
    lines = [BOLD.sub("", line).rstrip() for line in generate_playthrough.playthrough(f"{name}(seeds=4)", [], seed=seed).splitlines()]
    for line in [*lines, "end"]:
        begins = re.match(r"ObservationTensor\(\d\)", line)
        if tensor and (not begins or begins[0] != tensor[0][: len(begins[0])]) and line and not line.startswith(" "):
            told.append(f"{tensor[0][:20]} ~ {digest(tensor)}")
            tensor = []
        if begins or tensor:
            tensor.append(line)
        else:
            told.append(line if len(line) <= 240 else f"{line[:220]}... ~ {digest([line])}")
    return "\n".join(told[:-1]) + "\n"


# Seeds of short matches.
@pytest.mark.parametrize(("name", "seed"), [("playmat_food_chain", 0), ("playmat_skirmish", 28), ("playmat_strata", 11)])
def test_playthrough(name, seed):
    """Everything that OpenSpiel shows of a match is what it was."""
    told = playthrough(name, seed)
    file = PLAYTHROUGHS / f"{name}.txt"
    if os.environ.get("PLAYMAT_WRITE") == "1":
        PLAYTHROUGHS.mkdir(exist_ok=True)
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8"), "if this is meant, write it again: see the top of this file"
