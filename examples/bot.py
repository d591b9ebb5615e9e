#!/usr/bin/env python3
"""A bot for Playmat on `playmat.online`: it plays whole matches, and comes back when its connection drops.

    pip install 'playmat[online]'
    python3 examples/bot.py                         plays one match against the server's own bot
    python3 examples/bot.py --join K7WQ3N           sits down at a table
    python3 examples/bot.py --host                  opens a table and waits for somebody

Change `choose` to make it clever. `examples/plain_bot.py` is the same without any package.
"""

import argparse
import asyncio
import random
import sys

from playmat import online

IDLE = ("pass", "none", "end", "done")


def choose(question, table):
    """The place of the option to take. This bot takes any, but prefers doing something to passing."""
    doing = [i for i, option in enumerate(question["options"]) if option["verb"] not in IDLE]
    return random.choice(doing or range(len(question["options"])))


async def main(options):
    async with online.Server(options.server) as server:
        await server.sign_in(options.name)
        if options.join:
            table = await server.join(options.join, deck=options.deck)
        else:
            against = None if options.host else options.against
            table = await server.open(options.game, against=against, deck=options.deck, public=options.host)
            if options.host:
                print("waiting at table", table["code"])
        told = None if options.quiet else lambda event: print(event["text"])
        ended = await server.play(table["code"], choose, told=told)
        print({"won": "I win", "lost": "I lose", "draw": "a draw"}[ended.result], f"({ended.by})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A bot for Playmat.")
    parser.add_argument("--server", default="http://127.0.0.1:7878")
    parser.add_argument("--game", default="food-chain")
    parser.add_argument("--deck", default="random")
    parser.add_argument("--name", default="Python bot")
    parser.add_argument("--against", default="random", help="the level of the server's bot")
    parser.add_argument("--join", metavar="CODE", help="sit down at this table")
    parser.add_argument("--host", action="store_true", help="open a public table and wait for somebody")
    parser.add_argument("--quiet", action="store_true", help="print the result alone")
    parser.add_argument("--seed", type=int, help="the same choices again")
    chosen = parser.parse_args()
    random.seed(chosen.seed)
    try:
        asyncio.run(main(chosen))
    except (online.Problem, OSError) as error:
        sys.exit(str(error))
