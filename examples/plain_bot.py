#!/usr/bin/env python3
"""A bot for Playmat in plain Python: it plays whole matches over the protocol of docs/protocol.md, and needs no packages.

    python3 examples/plain_bot.py                         plays one match against the server's own bot
    python3 examples/plain_bot.py --join K7WQ3N           sits down at a table
    python3 examples/plain_bot.py --host                  opens a table and waits for somebody

Change `choose` to make it clever: it is given the question, with all options in words, and the view of its seat.
"""

import argparse
import base64
import hashlib
import http.client
import json
import os
import random
import socket
import struct
import sys
import urllib.parse


def choose(question, view):
    """The place of the option to take. This bot takes any, but prefers doing something to passing."""
    doing = [i for i, option in enumerate(question["options"]) if option["verb"] not in ("pass", "none", "end", "done")]
    return random.choice(doing or range(len(question["options"])))


class Server:
    """What is asked once, over HTTP."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.host, self.port = parts.hostname, parts.port or 80
        self.token, self.player = None, None

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        answer = json.loads(response.read())
        if response.status != 200:
            sys.exit(f"{answer['code']}: {answer['sentence']}")
        return answer

    def sign_in(self, name):
        me = self.ask("POST", "/api/me", {"name": name, "program": True})
        self.token, self.player = me["token"], me["id"]
        return me


class Socket:
    """A WebSocket with text messages: just enough of RFC 6455."""

    def __init__(self, server, path):
        self.stream = socket.create_connection((server.host, server.port), timeout=90)
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {server.token}\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            more = self.stream.recv(1)
            if not more:
                break
            head += more
        if b" 101 " not in head.split(b"\r\n")[0]:
            sys.exit("the server does not open a socket: " + head.split(b"\r\n")[0].decode())

    def send(self, message):
        self._frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; None when the connection is closed."""
        text = b""
        while True:
            first, second = self._read(2)
            length = second & 127
            if length == 126:
                (length,) = struct.unpack(">H", self._read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._read(8))
            data = self._read(length)
            opcode = first & 15
            if opcode == 8:
                return None
            if opcode == 9:
                self._frame(10, data)
            elif opcode in (0, 1):
                text += data
                if first & 128:
                    return json.loads(text)

    def _frame(self, opcode, data):
        mask = os.urandom(4)
        size = len(data)
        head = bytes([128 | opcode, 128 | size]) if size < 126 else bytes([128 | opcode, 254]) + struct.pack(">H", size)
        self.stream.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def _read(self, count):
        data = b""
        while len(data) < count:
            more = self.stream.recv(count - len(data))
            if not more:
                raise ConnectionError("the server has hung up")
            data += more
        return data


class Shares:
    """This player's part of the seed: promised by its hash, and opened when everybody has promised. docs/fair-play.md says what that proves."""

    def __init__(self, player):
        self.player, self.promised = player, {}

    def commit(self, message):
        """The answers to `commitment`: one promise for each seat, and never another one for the same match."""
        match, players = bytes.fromhex(message["match"]), b"".join(map(bytes.fromhex, message["players"]))
        known = self.promised.setdefault(message["match"], {"server": message["commitment"], "players": players, "seats": {}})
        if (known["server"], known["players"]) != (message["commitment"], players):
            sys.exit("the server promises the same match a second time, with another secret or for others")
        bound = match + players
        for seat in message["seats"]:
            place = bytes([seat == "p2"])
            tag = hashlib.sha256(b"playmat player 2\0" + bytes.fromhex(message["salt"]) + place + self.player.encode()).digest()[:16]
            if tag.hex() != message["players"][place[0]]:
                sys.exit("the server's promise is for somebody else")
            if seat not in known["seats"]:
                share = os.urandom(32)
                text = b"playmat share 2\0" + bound + bytes.fromhex(message["commitment"]) + place + share
                known["seats"][seat] = (share.hex(), hashlib.sha256(text).hexdigest())
            yield {"type": "commit", "match": message["match"], "seat": seat, "commitment": known["seats"][seat][1]}

    def open(self, message):
        """The answers to `sealed`: the shares, if everything that was promised is as it was."""
        known = self.promised.get(message["match"])
        if known is None:
            return
        if known["server"] != message["commitment"] or known.setdefault("sealed", message["shares"]) != message["shares"]:
            sys.exit("what was promised is told in two ways")
        for seat, (share, promise) in known["seats"].items():
            sealed = message["shares"][seat == "p2"]
            if sealed not in (None, promise):
                sys.exit("the server tells another promise than the one it was given")
            if sealed:
                yield {"type": "open", "match": message["match"], "seat": seat, "share": share}


class Table:
    """What this seat knows: `full` sets it, `update` changes it, and nothing in here knows a rule."""

    def __init__(self):
        self.match, self.number, self.view, self.state, self.question = None, 0, [], {}, None

    def take(self, message):
        """Merges a message. False if something is missing and the server should send everything again."""
        if message["type"] == "full":
            self.match, self.number, self.view = message["match"], message["number"], message["view"]
        else:
            if message["match"] != self.match or message["from"] != self.number:
                return False
            for change in message["changes"]:
                self.view[change["part"]]["value"] = change["value"]
            self.number = message["to"]
        self.state, self.question = message["state"], message.get("question")
        return True


def play(server, code, quiet):
    """Plays one match to its end and returns how it ended."""
    connection = Socket(server, f"/api/tables/{code}/socket")
    connection.send({"type": "hello", "version": 1})
    table, shares, seats, answered = Table(), Shares(server.player), [], None
    while True:
        message = connection.receive()
        if message is None:
            sys.exit("the connection is closed")
        kind = message["type"]
        if kind == "welcome":
            seats = message["seats"]
        elif kind in ("commitment", "sealed"):
            for answer in shares.commit(message) if kind == "commitment" else shares.open(message):
                connection.send(answer)
        elif kind in ("full", "update"):
            if not table.take(message):
                connection.send({"type": "resync"})
                continue
            for event in message["events"]:
                quiet or print(event["text"])
            if "over" in table.state:
                return table.state["over"], seats
            question = table.question
            if question and question["decision"] != answered and not question.get("forced"):
                answered = question["decision"]
                connection.send({"type": "answer", "decision": answered, "pick": choose(question, table.view)})
        elif kind in ("refused", "notice"):
            print(message["sentence"], file=sys.stderr)
        elif kind == "bye":
            sys.exit(message["sentence"])


def main():
    parser = argparse.ArgumentParser(description="A bot for Playmat.")
    parser.add_argument("--server", default="http://127.0.0.1:7878")
    parser.add_argument("--game", default="food-chain")
    parser.add_argument("--deck", default="random")
    parser.add_argument("--name", default="Python bot")
    parser.add_argument("--against", default="random", help="the level of the server's bot")
    parser.add_argument("--join", metavar="CODE", help="sit down at this table")
    parser.add_argument("--host", action="store_true", help="open a public table and wait for somebody")
    parser.add_argument("--quiet", action="store_true", help="print the result alone")
    options = parser.parse_args()

    server = Server(options.server)
    server.sign_in(options.name)
    if options.join:
        table = server.ask("POST", f"/api/tables/{options.join}/join", {"deck": options.deck})
    else:
        rival = {"who": "open"} if options.host else {"who": "bot", "level": options.against}
        seats = [{"who": "me", "deck": options.deck}, rival]
        pace = "people" if options.host else "programs"
        table = server.ask("POST", "/api/tables", {"game": options.game, "seats": seats, "public": options.host, "pace": pace})
        if options.host:
            print("waiting at table", table["code"])
    over, seats = play(server, table["code"], options.quiet)
    winner = over.get("winner")
    print("a draw" if winner is None else "I win" if winner in seats else "I lose", f"({over['by']})")


if __name__ == "__main__":
    main()
