"""Players that are programs. They see what their seat sees and no more."""

from __future__ import annotations

from ._core import Bot
from ._core import bot_names as names
from ._core import seed_in_match

__all__ = ["Bot", "names", "seed_in_match"]
