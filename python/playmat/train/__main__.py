"""python -m playmat.train GAME --minutes 20 --out DIR"""

import sys

from .command import config_of, go, parser
from .weights import BadNetwork


def main() -> None:
    arguments = parser("train", "Trains a player by self-play.").parse_args()
    try:
        go(arguments, config_of(arguments))
    except (ValueError, FileNotFoundError, BadNetwork) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
