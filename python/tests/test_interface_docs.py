"""The examples of docs/python-interfaces.md run as they stand."""

import re
from pathlib import Path

import pytest
from test_online import address  # noqa: F401 (the fixture)

PAGE = Path(__file__).parents[2] / "docs/python-interfaces.md"
EXAMPLES = re.findall(r"^## ([^\n]+)$|^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def examples():
    heading, number = "", 0
    for title, code in EXAMPLES:
        if title:
            heading, number = title, 0
        else:
            number += 1
            yield pytest.param(code, id=f"{heading} {number}")


@pytest.mark.parametrize("code", list(examples()))
def test_example(code, address, capsys):  # noqa: F811
    exec(compile(code.replace("http://127.0.0.1:7878", address), str(PAGE), "exec"), {"__name__": "example"})


def test_every_interface_has_one():
    headings = {param.id.rsplit(" ", 1)[0] for param in examples()}
    assert {"What a learner sees", "PettingZoo", "Gymnasium", "OpenSpiel", "Online"} <= headings
