"""The client of the socket protocol (docs/protocol.md): programs that play at a server's tables.

    import asyncio, random
    from playmat import online

    def choose(question, table):
        return random.randrange(len(question["options"]))

    async def main():
        async with online.Server("http://127.0.0.1:7878") as server:
            await server.sign_in("My first bot")
            table = await server.open("skirmish", against="greedy")
            print(await server.play(table["code"], choose))

    asyncio.run(main())

:meth:`Server.play` keeps a seat until its match is over: it comes back after a dropped connection, asks again for what it has missed, and
sends an answer again that may not have arrived. The package ``websockets`` must be there: ``pip install playmat[online]``.
"""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import inspect
import json
import secrets
import urllib.parse
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from playmat import PlaymatError

try:
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
except ImportError as error:
    raise ImportError("playmat.online needs the package websockets: pip install 'playmat[online]'") from error

__all__ = ["Chooser", "Ended", "Problem", "Seat", "Server", "Shares", "Table"]

#: The version of the protocol.
VERSION = 1
#: Seconds to wait before connecting again: longer each time.
PAUSES = (0.5, 1, 2, 4, 8, 10)
#: The largest message of a server: a whole view with a long list of events.
LARGEST = 1 << 22

#: Chooses the place of an option: it is given the question as the server sent it, and the table. It may be a coroutine.
Chooser = Callable[[dict, "Table"], "int | Awaitable[int]"]


class Problem(PlaymatError):
    """The server has not done what it was asked for."""

    def __init__(self, code: str, sentence: str, status: int | None = None):
        super().__init__(f"{sentence} ({code})")
        #: A stable word for programs: docs/protocol.md lists them.
        self.code = code
        #: What is wrong, for people.
        self.sentence = sentence
        #: The status of the HTTP answer, if it was one.
        self.status = status


@dataclass(frozen=True)
class Ended:
    """How a match ended."""

    #: ``"won"``, ``"lost"`` or ``"draw"``, for the seats of this client. Who only watched is told ``"p1"`` or ``"p2"``.
    result: str
    #: By what: ``rules``, ``concession``, ``timeout`` or ``agreement``.
    by: str
    #: The number of the match: :meth:`Server.record` has its record.
    match: str


@dataclass
class Table:
    """What one viewer knows of a match: ``full`` sets it, ``update`` changes it, and no rule is in here."""

    game: str = ""
    seats: list[str] = field(default_factory=list)
    match: str | None = None
    viewer: str | None = None
    number: int = 0
    view: list[dict] = field(default_factory=list)
    state: dict = field(default_factory=dict)
    question: dict | None = None
    #: Everything that was heard of this match, in order.
    events: list[dict] = field(default_factory=list)

    def part(self, name: str, seat: str | None = None) -> Any:
        """The value of a part of the view: ``table.part("hand", "p1")``."""
        for part in self.view:
            if part["name"] == name and part.get("seat") == seat:
                return part["value"]
        raise KeyError(f"the view has no part {name!r} of {seat or 'nobody'}")

    def take(self, message: dict) -> bool:
        """Merges a ``full`` or an ``update``. False if something is missing in between: then all must be sent again."""
        if message["type"] == "full":
            if message["match"] != self.match:
                self.events = []
            known = self.events[-1]["n"] if self.events else 0
            self.match, self.viewer = message["match"], message["viewer"]
            self.number, self.view = message["number"], message["view"]
            self.events += [event for event in message["events"] if event["n"] > known]
        elif (message["match"], message["from"]) != (self.match, self.number):
            return False
        else:
            for change in message["changes"]:
                self.view[change["part"]]["value"] = change["value"]
            self.number = message["to"]
            self.events += message["events"]
        self.state, self.question = message["state"], message.get("question")
        return True


class Shares:
    """This player's part of the seed: promised by its hash, and opened when everybody has promised. docs/fair-play.md says what that
    proves. The shares are kept for as long as the program runs, since the same match must always get the same answers."""

    def __init__(self, player: str):
        self.player = player
        self._promised: dict[str, dict] = {}

    def commit(self, message: dict) -> list[dict]:
        """The answers to ``commitment``: one promise for each seat, and never another one for the same match."""
        match, players = bytes.fromhex(message["match"]), b"".join(map(bytes.fromhex, message["players"]))
        known = self._promised.setdefault(message["match"], {"server": message["commitment"], "players": players, "seats": {}})
        if (known["server"], known["players"]) != (message["commitment"], players):
            raise Problem("bad-share", "The server promises the same match a second time, with another secret or for others.")
        answers = []
        for seat in message["seats"]:
            place = bytes([seat == "p2"])
            named = hashlib.sha256(b"playmat player 2\0" + bytes.fromhex(message["salt"]) + place + self.player.encode())
            if named.digest()[:16].hex() != message["players"][place[0]]:
                raise Problem("bad-share", "The server's promise is for somebody else.")
            if seat not in known["seats"]:
                share = secrets.token_bytes(32)
                text = b"playmat share 2\0" + match + players + bytes.fromhex(message["commitment"]) + place + share
                known["seats"][seat] = (share.hex(), hashlib.sha256(text).hexdigest())
            answers.append({"type": "commit", "match": message["match"], "seat": seat, "commitment": known["seats"][seat][1]})
        return answers

    def open(self, message: dict) -> list[dict]:
        """The answers to ``sealed``: the shares, if everything that was promised is as it was."""
        known = self._promised.get(message["match"])
        if known is None:
            return []
        if known["server"] != message["commitment"] or known.setdefault("sealed", message["shares"]) != message["shares"]:
            raise Problem("bad-share", "What was promised is told in two ways.")
        answers = []
        for seat, (share, promise) in known["seats"].items():
            sealed = message["shares"][seat == "p2"]
            if sealed not in (None, promise):
                raise Problem("bad-share", "The server tells another promise than the one it was given.")
            if sealed:
                answers.append({"type": "open", "match": message["match"], "seat": seat, "share": share})
        return answers


class Server:
    """A server, and who this program is there."""

    def __init__(self, url: str = "http://127.0.0.1:7878", *, token: str | None = None, timeout: float = 20, patience: float = 180):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"a server's address is like http://127.0.0.1:7878, not {url!r}")
        self._parts, self._timeout = parts, timeout
        #: How many seconds a seat tries to come back after its connection has dropped.
        self.patience = patience
        #: What identifies this program. Keep it, and its seats stay its own over restarts of the program.
        self.token = token
        #: The id and name of this program, once it has signed in.
        self.me: dict | None = None
        self._shares: Shares | None = None

    async def __aenter__(self) -> Server:
        return self

    async def __aexit__(self, *_) -> None:
        """Connections belong to the calls that open them: there is nothing left to close."""

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request of the HTTP part of the protocol: the answer, or :class:`Problem`. JSON is read, anything else is bytes."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: Any) -> Any:
        https = self._parts.scheme == "https"
        kind = http.client.HTTPSConnection if https else http.client.HTTPConnection
        connection = kind(self._parts.hostname, self._parts.port, timeout=self._timeout)
        headers = {"Content-Type": "application/json", **self._identity()}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            data = response.read()
        finally:
            connection.close()
        is_json = response.headers.get_content_type() == "application/json"
        answer = json.loads(data) if is_json else data
        if 200 <= response.status < 300:
            return answer
        if is_json and "code" in answer:
            raise Problem(answer["code"], answer["sentence"], response.status)
        raise Problem("internal", f"{method} {path} was answered with the status {response.status}.", response.status)

    async def sign_in(self, name: str | None = None) -> dict:
        """Makes this program known to the server under a name, or says who the token belongs to."""
        named = {} if name is None else {"name": name}
        me = await self.ask("POST", "/api/me", {**named, "program": True})
        self.token, self.me = me["token"], me
        self._shares = Shares(me["id"])
        return me

    async def open(
        self,
        game: str,
        *,
        against: str | None = "random",
        deck: Any = "random",
        rival_deck: Any = "random",
        public: bool = False,
        **wishes: Any,
    ) -> dict:
        """A new table for this program: against a bot of that level, or with an open seat (``against=None``). More wishes are fields of
        ``TableRequest`` in docs/protocol.md."""
        rival = {"who": "open"} if against is None else {"who": "bot", "level": against, "deck": rival_deck}
        pace = "people" if against is None else "programs"
        wish = {"game": game, "seats": [{"who": "me", "deck": deck}, rival], "public": public, "pace": pace, **wishes}
        return await self.ask("POST", "/api/tables", wish)

    async def join(self, code: str, *, deck: Any = "random") -> dict:
        """Sits down at a table."""
        return await self.ask("POST", f"/api/tables/{urllib.parse.quote(code)}/join", {"deck": deck})

    async def tables(self) -> list[dict]:
        """The public tables that wait for somebody or may be watched."""
        return await self.ask("GET", "/api/tables")

    async def record(self, match: str) -> bytes:
        """The record of a match that is over, as ``playmat.Record.from_bytes`` and ``playmat verify`` read it."""
        return await self.ask("GET", f"/api/matches/{urllib.parse.quote(match)}/record")

    def seat(self, code: str) -> Seat:
        """The seat of this program at a table, to be used with ``async with``."""
        if self._shares is None:
            raise Problem("who-are-you", "Sign in first: await server.sign_in(name).")
        return Seat(self, code)

    async def play(self, code: str, choose: Chooser, *, told: Callable[[dict], None] | None = None) -> Ended:
        """Plays the match at a table to its end. ``choose`` answers the questions; ``told`` is given every event once, in order."""
        async with self.seat(code) as seat:
            heard = (None, 0)
            async for table in seat:
                if told:
                    since = heard[1] if heard[0] == table.match else 0
                    for event in table.events:
                        if event["n"] > since:
                            told(event)
                            since = event["n"]
                    heard = (table.match, since)
                if seat.asked:
                    pick = choose(table.question, table)
                    await seat.answer(await pick if inspect.isawaitable(pick) else pick)
                if seat.ended:
                    return seat.ended
        raise Problem("table-closed", "The table was closed before the match was over.")

    def _identity(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    def _socket(self, code: str) -> str:
        scheme = "wss" if self._parts.scheme == "https" else "ws"
        return f"{scheme}://{self._parts.netloc}/api/tables/{urllib.parse.quote(code)}/socket"


class Seat:
    """A place at a table: an asynchronous iterator over the :class:`Table`, once after every message that changed it. A dropped connection
    is opened again by itself; what is missing then is asked for."""

    def __init__(self, server: Server, code: str):
        self.table = Table()
        #: How often the connection was opened.
        self.connections = 0
        self._server, self._code = server, code
        self._connection: ClientConnection | None = None
        # The decision that was answered on this connection, and the last answer of all: it is sent again if it did not arrive.
        self._answered: int | None = None
        self._last: tuple[int, int] | None = None
        # How often it was tried since the server last said welcome.
        self._tries = 0
        # The server cannot write its log: answers wait for `log-back` and the `full` after it.
        self._log_lost = False

    async def __aenter__(self) -> Seat:
        await self._connect()
        return self

    async def __aexit__(self, *_) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    @property
    def asked(self) -> bool:
        """Whether there is a question that this seat has not answered yet."""
        question = self.table.question
        if question is None or question.get("forced") or self.ended or self._log_lost:
            return False
        return question["decision"] != self._answered

    @property
    def ended(self) -> Ended | None:
        """How the match ended, if it did."""
        over = self.table.state.get("over")
        if over is None:
            return None
        winner, seats = over.get("winner"), self.table.seats
        result = "draw" if winner is None else winner if not seats else "won" if winner in seats else "lost"
        return Ended(result, over["by"], self.table.match)

    async def answer(self, pick: int) -> None:
        """Takes an option of the question, by its place in the list."""
        if not self.asked:
            raise Problem("not-asked", "There is no question that waits for an answer of this seat.")
        listed = len(self.table.question["options"])
        if not 0 <= pick < listed:
            raise Problem("no-such-option", f"The question has options 0 to {listed - 1}; {pick} is none of them.")
        self._last = (self.table.question["decision"], int(pick))
        await self._send_answer()

    async def concede(self) -> None:
        """Gives the match up."""
        await self._send({"type": "concede"})

    async def rematch(self, want: bool = True) -> None:
        """Wants to play again, after the end."""
        await self._send({"type": "rematch", "want": want})

    async def say(self, text: str) -> None:
        """Says something to the rival."""
        await self._send({"type": "say", "text": text})

    async def __aiter__(self) -> AsyncIterator[Table]:
        while True:
            try:
                message = json.loads(await self._connection.recv())
            except ConnectionClosed:
                await self._connect()
                continue
            if await self._take(message):
                yield self.table

    async def _take(self, message: dict) -> bool:
        """What a message means. True if the table has changed."""
        match message["type"]:
            case "welcome":
                self._tries = 0
                self.table.seats, self.table.game = message["seats"], message["table"]["game"]
            case "commitment" | "sealed":
                shares = self._server._shares
                for answer in shares.commit(message) if message["type"] == "commitment" else shares.open(message):
                    await self._send(answer)
            case "full" | "update":
                if not self.table.take(message):
                    await self._send({"type": "resync"})
                    return False
                self._log_lost = self._log_lost and message["type"] == "update"
                question = self.table.question
                if self.asked and self._last and question["decision"] == self._last[0]:
                    # It was answered before the connection dropped: the answer did not arrive, or is held back.
                    await self._send_answer()
                return True
            case "refused":
                self._refused(message)
            case "bye":
                if not message["again"]:
                    raise Problem(message["code"], message["sentence"])
                await self._connection.close()
        return False

    def _refused(self, message: dict) -> None:
        code = message["code"]
        if message.get("to") == "answer" and code == "log-unavailable":
            self._log_lost, self._answered, self._last = True, None, None
        elif message.get("to") == "answer" and code in ("old-decision", "not-asked", "over"):
            # It was answered twice, around a dropped connection: the first one counts.
            return
        elif message.get("to") in ("commit", "open") and code == "late-share":
            # The match begins without this share.
            return
        else:
            raise Problem(code, message["sentence"])

    async def _send_answer(self) -> None:
        decision, pick = self._last
        self._answered = decision
        await self._send({"type": "answer", "decision": decision, "pick": pick})

    async def _send(self, message: dict) -> None:
        try:
            await self._connection.send(json.dumps(message))
        except ConnectionClosed:
            # The next look for a message finds it closed and connects again; an answer is then sent again.
            return

    async def _connect(self) -> None:
        """Opens the socket and says where this client was. After a drop it tries again until the server's patience is over."""
        hello: dict[str, Any] = {"type": "hello", "version": VERSION}
        table = self.table
        if table.match is not None:
            hello["resume"] = {"match": table.match, "viewer": table.viewer, "number": table.number}
        gone_since = asyncio.get_running_loop().time()
        while True:
            if self.connections > 0:
                await asyncio.sleep(PAUSES[min(self._tries, len(PAUSES) - 1)])
                self._tries += 1
            try:
                self._connection = await connect(
                    self._server._socket(self._code),
                    additional_headers=self._server._identity(),
                    max_size=LARGEST,
                    open_timeout=self._server._timeout,
                )
                break
            except (OSError, InvalidHandshake, ConnectionClosed) as error:
                problem = problem_of(error) if isinstance(error, InvalidStatus) else error
                refused = isinstance(problem, Problem) and problem.status < 500 and problem.status != 429
                waited = asyncio.get_running_loop().time() - gone_since
                if self.connections == 0 or refused or waited > self._server.patience:
                    raise problem from None
        self.connections += 1
        self._answered = None
        await self._send(hello)


def problem_of(refused: InvalidStatus) -> Problem:
    """Why a socket was not opened."""
    response = refused.response
    try:
        told = json.loads(response.body)
        return Problem(told["code"], told["sentence"], response.status_code)
    except (ValueError, KeyError, TypeError):
        return Problem("internal", f"The server does not open a socket: status {response.status_code}.", response.status_code)
