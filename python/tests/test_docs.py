"""What is written about the package is true: the examples of docs/python.md run, its columns are those of the games, the notebook runs."""

import inspect
import re
import runpy
from pathlib import Path

import playmat
import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/python.md"
NOTEBOOK = ROOT / "docs/notebooks/five-minutes.ipynb"


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", blocks(PAGE), ids=lambda code: code.splitlines()[2][:30])
def test_an_example(code, tmp_path, monkeypatch):
    """Each stands alone."""
    monkeypatch.chdir(tmp_path)
    exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})


def test_the_readme_has_an_example():
    (code,) = blocks(ROOT / "README.md")
    exec(compile(code, "README.md", "exec"), {"__name__": "example"})


def test_the_columns_are_those_of_the_games():
    """If this fails, write the page anew: sh tools/python.sh run tools/python-columns.py > docs/python-columns.md"""
    assert (ROOT / "docs/python-columns.md").read_text() == runpy.run_path(str(ROOT / "tools/python-columns.py"))["page"]()


def public():
    """Everything that `playmat` shows, with its name."""
    for name in playmat.__all__:
        thing = getattr(playmat, name)
        yield name, thing
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            yield from ((f"{name}.{part}", value) for part, value in vars(thing).items() if not part.startswith("_"))
    for module in (playmat.bots, playmat.lab):
        yield module.__name__, module
        yield from ((f"{module.__name__}.{name}", getattr(module, name)) for name in module.__all__)


@pytest.mark.parametrize(("name", "thing"), list(public()), ids=lambda value: value if isinstance(value, str) else "")
def test_everything_says_what_it_is(name, thing):
    if name not in ("__version__",):
        assert inspect.getdoc(thing), f"{name} has no docstring"


def test_a_docstring_names_the_arguments():
    """The first line of a docstring is its call, with the arguments that it really takes."""
    for name, thing in public():
        line = (inspect.getdoc(thing) or "").splitlines()[0]
        called = re.fullmatch(r"(\w+)\((.*)\)", line)
        if called is None or inspect.isbuiltin(thing) and thing.__text_signature__ is None:
            continue
        named = [part for part in inspect.signature(thing).parameters if part not in ("self", "$self")]
        told = [part.split("=")[0].strip() for part in re.split(r",\s*(?![^(]*\))", called[2]) if part.strip() != "*" and part]
        assert told == named, f"{name}: its docstring says {told}, it takes {named}"


def test_the_notebook_runs():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in notebook.cells), "it is kept without what it printed"
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    shown = [output.get("data", {}) for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    pages = [data["text/html"] for data in shown if "text/html" in data]
    assert any('class="playmat"' in page for page in pages), "a match shows itself"
    assert any("<iframe" in page for page in pages), "a report shows itself"
