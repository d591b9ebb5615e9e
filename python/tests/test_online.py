"""`playmat.online` against a real server, over connections that drop."""

import asyncio
import json
import os
import random
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import playmat
from playmat import online

ROOT = Path(__file__).parents[2]
GAMES = ("food-chain", "skirmish", "strata")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A server of known secrets, on a free port. PLAYMAT_BIN says where the program is that serves."""
    playmat_bin = os.environ.get("PLAYMAT_BIN") or ROOT / "target/debug/playmat"
    assert Path(playmat_bin).exists(), f"there is no {playmat_bin}: build it with `cargo build -p playmat`, or set PLAYMAT_BIN"
    database = tmp_path_factory.mktemp("server") / "matches.db"
    command = [playmat_bin, "serve", "--listen", "127.0.0.1:0", "--db", f"sqlite:{database}", "--test-seed", "22", "--unlimited"]
    command += ["--share-seconds", "600", "--log-level", "error"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        said = server.stdout.readline()
        assert "http://" in said, f"the server said {said!r}"
        yield said.split()[-1]
    finally:
        server.terminate()
        server.wait(30)


def chooser(seed):
    """A bot that takes any option, the same ones for the same seed, and says how often it was asked each question."""
    rng = random.Random(seed)
    asked = []

    def choose(question, table):
        asked.append(question["decision"])
        return rng.randrange(len(question["options"]))

    return choose, asked


@asynccontextmanager
async def signed_in(address, name="Ada", **settings):
    async with online.Server(address, **settings) as server:
        await server.sign_in(name)
        yield server


@pytest.mark.parametrize("game", GAMES)
def test_a_program_plays_a_whole_match(address, game):
    async def run():
        async with signed_in(address) as server:
            table = await server.open(game, against="random")
            choose, asked = chooser(1)
            told = []
            ended = await server.play(table["code"], choose, told=told.append)
            assert ended.by == "rules" and ended.result in ("won", "lost", "draw")
            assert len(asked) == len(set(asked)) > 5, "every question is answered once"
            numbers = [event["n"] for event in told]
            assert numbers == sorted(set(numbers)) and all(event["text"] for event in told)
            return await server.record(ended.match)

    record = playmat.Record.from_bytes(asyncio.run(run()))
    assert record.game == game
    assert all(check.result != "failed" for check in record.verify().checks)


def test_two_programs_meet_at_a_table(address):
    async def run():
        async with signed_in(address, "Ada") as ada, signed_in(address, "Bob") as bob:
            table = await ada.open("skirmish", against=None, pace="programs")
            await bob.join(table["code"])
            return await asyncio.gather(ada.play(table["code"], chooser(2)[0]), bob.play(table["code"], chooser(3)[0]))

    ada, bob = asyncio.run(run())
    assert ada.match == bob.match and ada.by == bob.by
    assert sorted((ada.result, bob.result)) in (["lost", "won"], ["draw", "draw"])


class Cuts:
    """A wire to the server that is cut: ``cut(message, of_client)`` says whether to cut before a message of the client is passed on, or
    after one of the server was."""

    def __init__(self, address, cut):
        self.host, self.port = address.removeprefix("http://").split(":")
        self.cut, self.cuts, self.refuse = cut, 0, 0

    async def __aenter__(self):
        from websockets.asyncio.server import serve

        self.server = await serve(self.pass_on, "127.0.0.1", 0, compression=None)
        self.address = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self.server.close()
        await self.server.wait_closed()

    async def pass_on(self, client):
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed

        identity = {"Authorization": client.request.headers["Authorization"]}
        url = f"ws://{self.host}:{self.port}{client.request.path}"
        async with connect(url, additional_headers=identity, max_size=online.LARGEST) as server:

            async def upward():
                async for text in client:
                    if self.cut(json.loads(text), True):
                        return True
                    await server.send(text)

            async def downward():
                async for text in server:
                    await client.send(text)
                    if self.cut(json.loads(text), False):
                        return True

            ways = [asyncio.create_task(way()) for way in (upward, downward)]
            done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            ended = await asyncio.gather(*ways, return_exceptions=True)
            for failure in ended:
                if isinstance(failure, Exception) and not isinstance(failure, ConnectionClosed):
                    raise failure
            if True in ended:
                self.cuts += 1
                client.transport.abort()


@pytest.mark.parametrize("game", GAMES)
def test_dropped_connections_change_nothing(address, game, monkeypatch):
    """The wire is cut again and again, before answers have arrived and after updates have; the match is played to its end, no question
    is put to the bot twice, and what the client has then is what a client has that never dropped."""
    monkeypatch.setattr(online, "PAUSES", (0.001,))
    passed = 0

    def cut(message, of_client):
        nonlocal passed
        if message["type"] not in (("answer", "commit", "open") if of_client else ("update", "sealed")):
            return False
        passed += 1
        return passed % 4 == 0

    async def run():
        async with signed_in(address) as direct, Cuts(address, cut) as wire:
            table = await direct.open(game, against="random")
            through = online.Server(wire.address, token=direct.token)
            through.me, through._shares = direct.me, direct._shares
            choose, asked = chooser(4)
            async with through.seat(table["code"]) as seat:
                async for seen in seat:
                    if seat.asked:
                        await seat.answer(choose(seen.question, seen))
                    if seat.ended:
                        break
            # The last cut may come when everything was said.
            assert seat.connections in (wire.cuts, wire.cuts + 1) and wire.cuts > 4
            assert len(asked) == len(set(asked)), "an answer that may not have arrived is sent again, not chosen again"
            async with direct.seat(table["code"]) as fresh:
                async for whole in fresh:
                    break
            assert (seen.view, seen.number, seen.events) == (whole.view, whole.number, whole.events)
            assert seen.state["over"] == whole.state["over"]

    asyncio.run(run())


def test_a_gap_is_filled(address):
    """A client that has lost count gets everything again, and goes on."""

    async def run():
        async with signed_in(address) as server:
            table = await server.open("skirmish", against="random")
            choose, _ = chooser(5)
            async with server.seat(table["code"]) as seat:
                fulls, messages = 0, 0
                take = seat._take

                async def counted(message):
                    nonlocal fulls
                    fulls += message["type"] == "full"
                    return await take(message)

                seat._take = counted
                async for seen in seat:
                    messages += 1
                    if messages % 7 == 0:
                        seen.number += 1
                    if seat.asked:
                        await seat.answer(choose(seen.question, seen))
                    if seat.ended:
                        break
            assert fulls > 2
            numbers = [event["n"] for event in seen.events]
            assert numbers == sorted(set(numbers))

    asyncio.run(run())


def refused(code, status=None):
    """The next block ends with this problem."""
    return pytest.raises(online.Problem, check=lambda problem: problem.code == code and problem.status == status)


def test_what_is_wrong_is_told(address):
    async def run():
        async with online.Server(address) as nobody:
            with refused("who-are-you"):
                nobody.seat("K7WQ3N")
        async with signed_in(address) as server:
            with refused("unknown-game", 404):
                await server.open("chess")
            with refused("bad-deck", 400):
                await server.open("skirmish", deck={"cards": ["Wolf"]})
            with refused("no-table", 404):
                await server.play("K7WQ3N", chooser(6)[0])
            table = await server.open("skirmish", against="random")
            with refused("no-such-option"):
                await server.play(table["code"], lambda question, table: len(question["options"]))
            async with server.seat(table["code"]) as seat:
                async for _ in seat:
                    if seat.asked:
                        break
                await seat.answer(0)
                with refused("not-asked"):
                    await seat.answer(0)

    asyncio.run(run())


def test_a_revoked_token_ends_the_seat(address, monkeypatch):
    """A socket that is refused with 401 is not tried again."""
    monkeypatch.setattr(online, "PAUSES", (0.001,))

    async def run():
        async with signed_in(address) as server:
            table = await server.open("skirmish", against="random")
            async with server.seat(table["code"]) as seat:
                async for _ in seat:
                    if seat.asked:
                        break
                await server.ask("DELETE", "/api/me/token")
                with refused("logged-out"):
                    async for _ in seat:
                        pass
            with refused("who-are-you", 401):
                async with server.seat(table["code"]):
                    pass

    asyncio.run(run())


def test_no_server_is_told_at_once():
    async def run():
        async with online.Server("http://127.0.0.1:9") as server:
            with pytest.raises(OSError):
                await server.sign_in("Ada")

    asyncio.run(run())
    with pytest.raises(ValueError, match="like http://127.0.0.1:7878"):
        online.Server("127.0.0.1:7878")


def test_the_example_plays(address):
    said = subprocess.run(
        [sys.executable, ROOT / "examples/bot.py", "--server", address, "--game", "skirmish", "--quiet", "--seed", "7"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert said.returncode == 0 and said.stdout.strip().endswith("(rules)"), said.stdout + said.stderr
