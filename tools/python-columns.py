"""Writes docs/python-columns.md: every number that a learner is shown, as `playmat.spec` names it. A test compares the page with this.

    sh tools/python.sh run tools/python-columns.py > docs/python-columns.md
"""

import playmat

HEAD = """\
# Every column

What the numbers of an observation, of options and of definitions mean, game by game: this page is `playmat.spec(game)` written down (`tools/python-columns.py`). [python.md](python.md#what-a-seat-sees-as-numbers)
says how they are laid out.

Where a column holds a card it holds the number of its definition plus one, its row in `Rules.definitions()`, and 0 stands for nothing. Rows that are not used are zero.
"""


def block(block: "playmat.Block", place: str) -> str:
    rows = [f"| `{column.name}` | {column.meaning} |" for column in block.columns]
    return "\n".join([f"### {block.name}", "", f"{block.meaning} {place}", "", "| column | |", "|---|---|", *rows, ""])


def game(name: str) -> str:
    spec = playmat.spec(name)
    observation = [
        block(part, f"{part.rows} x {len(part.columns)} numbers from {part.start} on." if part.rows > 1 else f"{part.size} numbers from {part.start} on.")
        for part in spec.observation
    ]
    options, definitions = spec.options, spec.definitions
    head = (
        f"## {playmat.Rules(name).title}\n\nVersion {spec.version}, fingerprint `{spec.fingerprint}`: an observation has {spec.observation_size:,} numbers, "
        f"and there are up to {spec.option_rows} options with {spec.option_columns} columns each.\n"
    )
    return "\n".join(
        [
            head,
            *observation,
            block(options, f"{options.rows} x {len(options.columns)} numbers in an array of their own."),
            block(definitions, f"A row of {len(definitions.columns)} numbers for each card of the rules, by `Rules.definitions()`."),
        ]
    )


def page() -> str:
    return "\n".join([HEAD, *map(game, playmat.games())])


if __name__ == "__main__":
    print(page(), end="")
