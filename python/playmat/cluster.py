"""Runs of the lab on a cluster, with Ray: a laptop's cores or many machines.

    >>> import playmat.cluster
    >>> crew = playmat.cluster.Ray()                 # the cluster that RAY_ADDRESS names, or the cores of this machine
    >>> report = playmat.lab.matrix("skirmish", games=1000, out="matrix", crew=crew)

A run has the same games and the same report, byte for byte, whoever plays it. Only chunks of games are played elsewhere; which, and when enough
is known, is decided in this process, which keeps every game as it comes. A worker or a machine that dies costs the chunks that it was playing.
docs/cluster.md leads from nothing to a matrix of a hundred decks on ten machines. Needs ``ray``.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from ._core import BadRun, _play

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._core import Chunk

__all__ = ["Ray"]

PARCELS = 64
"""How many parcels are kept in the object store at once: `tune` has hundreds, one after the other."""

WAIT = 0.25
"""How long the run waits for a chunk, in seconds, until it looks whether somebody wants to stop it."""


def _work(order: bytes, parcels: dict[str, list[Any]]) -> bytes:
    """Plays a chunk, in a process of the cluster. A parcel is fetched only if this process has not got it yet."""
    import ray

    return _play(order, lambda name: ray.get(parcels[name][0]))


class Ray:
    """A crew whose workers are tasks of Ray, one core each."""

    def __init__(self, address: str | None = None, *, retries: int = 5, **options: Any) -> None:
        """``address``: of the cluster; that of RAY_ADDRESS if it is not said, or a new one with the cores of this machine. A program that
        has called ``ray.init`` itself keeps its cluster.

        ``retries``: how often a chunk is played again whose worker died. ``options`` are those of a task, such as ``runtime_env``.
        """
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError as missing:
            raise ImportError("playmat.cluster.Ray needs Ray: pip install 'playmat[ray]'") from missing
        if not ray.is_initialized():
            # Without an address Ray takes that of RAY_ADDRESS.
            ray.init(address=address, include_dashboard=False if self._is_new(address) else None, log_to_driver=False)
        self._ray = ray
        self._retries = retries
        self._work: Callable[..., Any] = ray.remote(**{"num_cpus": 1, "max_retries": retries, "scheduling_strategy": "SPREAD"} | options)(_work)
        self._under_way: dict[Any, int] = {}
        self._parcels: OrderedDict[str, Any] = OrderedDict()

    @staticmethod
    def _is_new(address: str | None) -> bool:
        return address in (None, "local") and "RAY_ADDRESS" not in os.environ

    @property
    def workers(self) -> int:
        """The cores of the cluster as it is now: machines may come and go."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def send(self, chunk: Chunk) -> None:
        """Makes a task of a chunk."""
        parcels = {name: [self._stored(name, data)] for name, data in chunk.parcels.items()}
        self._under_way[self._work.remote(chunk.order, parcels)] = chunk.number

    def _stored(self, name: str, data: bytes) -> Any:
        """A parcel in the object store, where it lies once for all tasks that need it."""
        if name not in self._parcels:
            self._parcels[name] = self._ray.put(data)
            if len(self._parcels) > PARCELS:
                # Tasks that still wait for it keep it.
                self._parcels.popitem(last=False)
        self._parcels.move_to_end(name)
        return self._parcels[name]

    def take(self) -> list[bytes]:
        """The answers of the tasks that are done."""
        waiting = list(self._under_way)
        done, _ = self._ray.wait(waiting, num_returns=1, timeout=WAIT)
        if done:
            done, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=0)
        return [self._answer(task) for task in done]

    def _answer(self, task: Any) -> bytes:
        number = self._under_way.pop(task)
        try:
            answer: bytes = self._ray.get(task)
        except self._ray.exceptions.RayTaskError as error:
            cause = getattr(error, "cause", None) or error
            raise BadRun(f"chunk {number} could not be played: {type(cause).__name__}: {cause}") from error
        except self._ray.exceptions.RayError as error:
            raise BadRun(
                f"chunk {number} was lost {self._retries + 1} times with the process that played it: {error}\n"
                "Every finished game is kept if the run has a folder: the same call goes on from there."
            ) from error
        return answer

    def abandon(self) -> None:
        """Takes back what has not been played."""
        for task in self._under_way:
            self._ray.cancel(task, force=False)
        self._under_way.clear()
