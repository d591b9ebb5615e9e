"""The package as it is installed: its files, its types, what importing it loads."""

import importlib.metadata
import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import playmat
import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(playmat.__file__).parent


def test_it_is_the_installed_one():
    """Tests of the folder would not notice what the wheel lacks."""
    assert ROOT not in HERE.parents, f"the package is imported from {HERE}; the tests are those of an installed one"
    files = {path.name for path in importlib.metadata.files("playmat")}
    assert {"py.typed", "_core.pyi", "_core.abi3.so", "LICENSE-MIT", "LICENSE-APACHE", *(path.name for path in (ROOT / "python/playmat").glob("*.py"))} <= files
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    assert playmat.__version__ == importlib.metadata.version("playmat") == version


def test_importing_it_loads_little():
    """NumPy is all that it needs; the rest waits until it is asked for. The time is printed, not judged."""
    program = "import sys, time; import numpy; began = time.perf_counter(); import playmat; print(time.perf_counter() - began, *sys.modules)"
    seconds, *loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    print(f"importing playmat took {float(seconds):.3f} s, beside NumPy")
    heavy = {"gymnasium", "pettingzoo", "pyspiel", "websockets", "asyncio", "torch", "playmat.lab", "playmat.online", "playmat.gymnasium"}
    assert not heavy & set(loaded)


def test_modules_come_when_they_are_asked_for():
    assert {"lab", "bots", "spec", "gymnasium"} <= set(dir(playmat)) and playmat.lab.match and playmat.gymnasium.BatchEnv
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        playmat.chess  # noqa: B018


def checked(folder, *arguments):
    """Runs a checker of types over a copy of the package, which can be changed."""
    return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=folder)


@pytest.fixture
def package(tmp_path):
    """A copy of the installed package in a folder of its own."""
    (tmp_path / "playmat").mkdir()
    for path in HERE.iterdir():
        if path.is_file():
            (tmp_path / "playmat" / path.name).write_bytes(path.read_bytes())
    return tmp_path / "playmat"


def test_stubs_are_those_of_the_module(package):
    """Every name, argument and default of `_core.pyi` is compared with the module: the only difference is the one that is planted."""
    stub = package / "_core.pyi"
    text = stub.read_text()
    stub.write_text(text.replace("def copy(self)", "def copy(self, deep: bool)"))
    assert stub.read_text() != text
    allowed = Path(__file__).with_name("stubtest.txt")
    ran = checked(package.parent, "mypy.stubtest", "playmat._core", "--allowlist", str(allowed))
    assert re.findall(r"^error: (\S+)", ran.stdout, re.MULTILINE) == ["playmat._core.Match.copy"], ran.stdout + ran.stderr


PROGRAM = {
    "import playmat": None,
    "import playmat.lab": None,
    "match = playmat.Match('skirmish', seed=7)": None,
    "asked: int | None = match.seat": None,
    "match.play('pass')": None,
    "match.play(match.options()[0])": None,
    "batch = playmat.Batch('strata', 8, decks={'random': 1.0})": None,
    "total: float = batch.reset().reward.sum()": None,
    "report: playmat.lab.Report = playmat.lab.matrix('skirmish', bots='random')": None,
    "playmat.Match('skirmish', sead=7)": "call-arg",
    "playmat.Batch('skirmish', '8')": "arg-type",
    "match.options()[0].words": "attr-defined",
    "match.seat = 1": "misc",
    "playmat.lab.matrix('skirmish', games='many')": "arg-type",
}


def test_the_package_and_programs_are_typed(package):
    """What is written in Python fits the types of what is written in Rust, and a program is told of its mistakes before it runs."""
    (package.parent / "program.py").write_text("\n".join(PROGRAM) + "\n")
    modules = ["program", "playmat", "playmat.bots", "playmat.lab", "playmat._html"]
    ran = checked(package.parent, "mypy", "--strict", *(word for name in modules for word in ("-m", name)))
    told = re.findall(r"^(\S+):(\d+): error: .*\[(.*)\]$", ran.stdout, re.MULTILINE)
    expected = [("program.py", str(number), code) for number, code in enumerate(PROGRAM.values(), start=1) if code]
    assert sorted(told) == sorted(expected), ran.stdout + ran.stderr
