#!/usr/bin/env python3
"""Fills the database of a running server with some of everything, for the tests of upgrading (crates/store/tests/data):

    playmat serve --db sqlite:old.db --listen 127.0.0.1:7999 --unlimited &
    python3 tools/old-database.py http://127.0.0.1:7999 > crates/store/tests/data/NAME.json
    kill %1
    python3 tools/old-database.py rows old.db > crates/store/tests/data/NAME.rows.sql

The first prints what the tests look for afterwards: names, tables, matches. The second prints all rows, for both databases: the tests
write `@hex'00ff'` and `@text('{}' @end)` as their database writes bytes. NAME.sqlite.sql and NAME.postgres.sql are the schemas of that
release (`sqlite3 old.db .schema`, `pg_dump --schema-only`). To be run with the program of a release, once.
"""

import base64
import http.client
import json
import os
import pathlib
import random
import socket
import sqlite3
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "examples"))
import bot  # noqa: E402

PASSWORD = "four words and more"
GAMES = ["food-chain", "skirmish", "strata"]


class Player:
    """Somebody with a cookie or a token."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.host, self.port, self.headers, self.me = parts.hostname, parts.port, {}, None

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        connection.request(method, path, json.dumps(body) if body is not None else None, self.headers)
        response = connection.getresponse()
        cookie = response.getheader("set-cookie")
        answer = json.loads(response.read())
        if response.status != 200:
            sys.exit(f"{path}: {answer}")
        if cookie:
            self.headers = {"Cookie": cookie.split(";")[0]}
        return answer

    def guest(self, name):
        self.me = self.ask("POST", "/api/me", {"name": name})
        return self

    def program(self, name):
        self.me = self.ask("POST", "/api/me", {"name": name, "program": True})
        self.headers = {"Authorization": "Bearer " + self.me["token"]}
        return self

    def sign_up(self, name):
        self.me = self.ask("POST", "/api/account", {"name": name, "password": PASSWORD})
        return self

    def socket(self, path):
        return CookieSocket(self, path)


class CookieSocket(bot.Socket):
    """A WebSocket that is opened with a cookie, or with a token."""

    def __init__(self, player, path):
        self.stream = socket.create_connection((player.host, player.port), timeout=90)
        key = base64.b64encode(os.urandom(16)).decode()
        own = "".join(f"{name}: {value}\r\n" for name, value in player.headers.items())
        self.stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {player.host}:{player.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{own}\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            head += self._read(1)
        if b" 101 " not in head:
            sys.exit(head.decode())


class Seat:
    """A player at a table."""

    def __init__(self, player, code):
        self.link = player.socket(f"/api/tables/{code}/socket")
        self.link.send({"type": "hello", "version": 1})
        self.table, self.answered = bot.Table(), None

    def turn(self):
        """Reads a message, answers if asked; how many answers that were."""
        message = self.link.receive()
        if message["type"] == "commitment":
            share = {"type": "share", "commitment": message["commitment"], "share": os.urandom(32).hex()}
            self.link.send(share)
        if message["type"] in ("full", "update"):
            assert self.table.take(message)
            question = self.table.question
            if question and question["decision"] != self.answered and not question.get("forced"):
                self.answered = question["decision"]
                pick = bot.choose(question, self.table.view)
                self.link.send({"type": "answer", "decision": self.answered, "pick": pick})
                return 1
        return 0

    def over(self):
        return "over" in self.table.state


def against_a_bot(player, game, answers, deck="random"):
    """A match against a bot: so many answers, or to its end."""
    seats = [{"who": "me", "deck": deck}, {"who": "bot", "level": "random"}]
    table = player.ask("POST", "/api/tables", {"game": game, "seats": seats, "pace": "programs"})
    seat, made = Seat(player, table["code"]), 0
    while not seat.over() and (answers is None or made < answers):
        made += seat.turn()
    return table["code"], seat


def rated(ada, bob):
    """A quick match between two accounts, given up after a few answers."""
    links = []
    for player in (ada, bob):
        link = player.socket("/api/quick/socket")
        link.send({"type": "seek", "game": "skirmish", "deck": "random"})
        links.append(link)
    code = None
    while code is None:
        message = links[0].receive()
        code = message.get("code") if message["type"] == "matched" else None
    seats = [Seat(ada, code), Seat(bob, code)]
    while not seats[0].table.match:
        seats[0].turn()
    while not seats[1].table.match:
        seats[1].turn()
    seats[1].link.send({"type": "concede"})
    while not seats[0].over():
        seats[0].turn()
    return seats[0].table.match


def main(url):
    random.seed(19)
    ada = Player(url).guest("Ada L").sign_up("Ada")
    bob = Player(url).guest("Bob").sign_up("Bob.B")
    guest, robot = Player(url).guest("Gast Löwe"), Player(url).program("Robot")
    told = {"password": PASSWORD, "rated": rated(ada, bob), "finished": {}, "conceded": {}, "running": {}}
    for player in (ada, guest):
        deck = {"game": "skirmish", "name": "Wölfe", "text": "deck Wölfe\n4 Wolf\n"}
        player.ask("PUT", "/api/me/decks/wolves", deck)
        player.ask("PUT", "/api/me/settings", {"theme": "dark"})
    for game in GAMES:
        told["finished"][game] = against_a_bot(ada, game, None)[1].table.match
        code, seat = against_a_bot(guest, game, 5)
        seat.link.send({"type": "concede"})
        while not seat.over():
            seat.turn()
        told["conceded"][game] = seat.table.match
        code, seat = against_a_bot(robot, game, 6)
        told["running"][game] = {"code": code, "match": seat.table.match}
    waiting = {"game": "strata", "seats": [{"who": "me"}, {"who": "open"}], "public": True, "spectators": {"delay": 30}}
    told["waiting"] = ada.ask("POST", "/api/tables", waiting)["code"]
    for name, player in {"ada": ada, "bob": bob, "guest": guest, "robot": robot}.items():
        told[name] = {"id": player.me["id"], "name": player.me["name"]}
    json.dump(told, sys.stdout, indent=1)
    print()


def rows(path):
    """Every row of a SQLite database as a statement for both databases."""
    base = sqlite3.connect(path)
    tables = base.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid").fetchall()
    for (table,) in tables:
        columns = base.execute(f"PRAGMA table_info({table})").fetchall()
        kinds = [kind for _, _, kind, *_ in columns]
        for row in base.execute(f"SELECT * FROM {table}"):
            values = ", ".join(literal(value, kind) for value, kind in zip(row, kinds))
            print(f"INSERT INTO {table} ({', '.join(column[1] for column in columns)}) VALUES ({values});")


def literal(value, kind):
    if value is None:
        return "NULL"
    if kind == "BOOLEAN":
        return "TRUE" if value else "FALSE"
    if isinstance(value, bytes) and value[:1] in (b"{", b"["):
        return "@text('" + value.decode().replace("'", "''") + "' @end)"
    if isinstance(value, bytes):
        return f"@hex'{value.hex()}'"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)


if __name__ == "__main__":
    if sys.argv[1] == "rows":
        rows(sys.argv[2])
    else:
        main(sys.argv[1])
