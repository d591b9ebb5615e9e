"""What stands on the command line."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields, replace
from pathlib import Path

import playmat

from .architecture import Dims
from .config import Config

HELP = {
    "seed": "where all luck comes from",
    "minutes": "how long the whole training takes, all pieces together",
    "updates": "so many updates instead: the same numbers on every run on a CPU",
    "largest": "the largest weight as a whole number: a smaller one makes a smaller file",
    "start": "begin with the weights of this network",
    "matches": "matches played side by side",
    "threads": "threads that step the matches",
    "hold_out": "leave so many cards out of the decks: 10%% or 10",
    "compile": "fuse the loss into few kernels, on a GPU",
}


def parser(name: str, description: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=f"python -m playmat.{name}", description=description)
    made.add_argument("game", choices=playmat.games())
    made.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the run; a run that is there goes on")
    made.add_argument("--piece", type=float, metavar="MINUTES", help="stop after so long, loading and measuring included; call again to go on")
    made.add_argument("--config", type=Path, metavar="FILE", help="start from the settings of a file, as every run writes one")
    made.add_argument("--device", help="`cuda` or `cpu`; else a GPU if there is one")
    made.add_argument("--dims", metavar="SIZES", help="sizes of the network: `trunk=128,blocks=2`")
    made.add_argument("--against", nargs="+", metavar="FILE", help="frozen players to learn against")
    made.add_argument("--judges", metavar="BOTS", help="bots that tell the progress: `random,greedy`")
    for field in fields(Config):
        if field.name in ("game", "dims", "against", "judges"):
            continue
        kind = percent if field.name == "hold_out" else boolean if field.type == "bool" else {"int": int, "float": float, "str": str}[field.type]
        made.add_argument(f"--{field.name.replace('_', '-')}", type=kind, help=HELP.get(field.name))
    return made


def percent(text: str) -> float:
    return float(text.removesuffix("%"))


def boolean(text: str) -> bool:
    if text not in ("yes", "no"):
        raise argparse.ArgumentTypeError(f"say `yes` or `no`, not `{text}`")
    return text == "yes"


def config_of(arguments: argparse.Namespace, **usual) -> Config:
    """The settings: what the command says, else what the file says, else what the folder says, else the usual ones."""
    saved = arguments.out / "config.json"
    if arguments.config or saved.exists():
        base = Config.load(arguments.config or saved)
    else:
        base = Config(arguments.game, **usual)
    if base.game != arguments.game:
        raise ValueError(f"the settings are for {base.game}, not for {arguments.game}")
    said = {field.name: getattr(arguments, field.name) for field in fields(Config) if field.name not in ("game", "dims", "against", "judges")}
    said = {name: value for name, value in said.items() if value is not None}
    if arguments.dims is not None:
        said["dims"] = Dims.read(arguments.dims)
    if arguments.against is not None:
        said["against"] = tuple(arguments.against)
    if arguments.judges is not None:
        said["judges"] = tuple(filter(None, arguments.judges.split(",")))
    return replace(base, **said)


def go(arguments: argparse.Namespace, config: Config) -> None:
    try:
        from .run import Run
    except ImportError as error:
        sys.exit(f"training needs PyTorch ({error}): `pip install torch`, or a Python that has it")
    run = Run(config, arguments.out, arguments.device)
    run.play(arguments.piece)
    run.close()
