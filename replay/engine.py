"""Doing one thing to many chunks: in this process, in several, or on a Ray cluster.

A chunk says what to do in a few words (paths and byte ranges, never text); a worker writes its own files and returns a
small answer. The driver commits once, so a chunk may be run again whenever its worker died.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

C = TypeVar("C")
R = TypeVar("R")

#: How often a chunk is tried before its import is given up.
TRIES: Final = 3


class EngineError(Exception):
    """A chunk could not be done, however often it was tried; or an engine is not installed."""


class Engine(Protocol):
    """Runs a function over chunks; answers come in any order, as they are ready."""

    def map_chunks(self, fn: Callable[[C], R], chunks: Iterable[C]) -> Iterator[R]:
        """fn(chunk) for each chunk. Exceptions of `fn` are raised here; a dead worker's chunks are run again."""


class SerialEngine:
    """Everything in this process, one after the other."""

    def map_chunks(self, fn: Callable[[C], R], chunks: Iterable[C]) -> Iterator[R]:
        """See `Engine`."""
        for chunk in chunks:
            yield fn(chunk)


class LocalEngine:
    """Several processes of this machine (started afresh, so that no lock or thread is inherited)."""

    def __init__(self, jobs: int) -> None:
        self.jobs = max(1, jobs)

    def map_chunks(self, fn: Callable[[C], R], chunks: Iterable[C]) -> Iterator[R]:
        """See `Engine`. At most two chunks a process are under way, so `chunks` may be endless."""
        from concurrent.futures import FIRST_COMPLETED, wait
        from concurrent.futures.process import BrokenProcessPool

        source = iter(chunks)
        again: deque[tuple[C, int]] = deque()
        running: dict[Future[R], tuple[C, int]] = {}
        pool = self._pool()
        try:
            more = True
            while True:
                while len(running) < 2 * self.jobs and (again or more):
                    if again:
                        chunk, tries = again.popleft()
                    else:
                        try:
                            chunk, tries = next(source), 0
                        except StopIteration:
                            more = False
                            continue
                    try:
                        running[pool.submit(fn, chunk)] = chunk, tries + 1
                    except BrokenProcessPool:
                        again.append((chunk, tries))
                        break
                if not running and not again:
                    return
                broken = not running
                for future in wait(running, return_when=FIRST_COMPLETED).done if running else ():
                    chunk, tries = running.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        broken = True
                        again.append((chunk, tries))
                        continue
                    yield result
                if broken:  # all that was under way is lost with the pool
                    again.extend(running.values())
                    running.clear()
                    worst = max((tries for _, tries in again), default=0)
                    if worst >= TRIES:
                        raise EngineError(f"worker processes died {worst} times over the same part; is memory short?")
                    pool.shutdown(wait=False, cancel_futures=True)
                    pool = self._pool()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _pool(self) -> ProcessPoolExecutor:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(self.jobs, mp_context=multiprocessing.get_context("spawn"))


class RayEngine:
    """Tasks of a Ray cluster (extra `ray`). All machines need the lake's folder under the same path."""

    def __init__(self, address: str | None = None, window: int | None = None) -> None:
        try:
            import ray
        except ImportError as error:
            raise EngineError("Ray is not installed; install the extra: pip install 'biblios-replay[ray]'") from error
        self.ray = ray
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False, include_dashboard=False)
        self.window = window

    def map_chunks(self, fn: Callable[[C], R], chunks: Iterable[C]) -> Iterator[R]:
        """See `Engine`; Ray itself runs the tasks of a lost node again."""
        ray = self.ray
        task = ray.remote(max_retries=TRIES)(fn)
        running: list[Any] = []
        for chunk in chunks:
            running.append(task.remote(chunk))
            while len(running) >= (self.window or 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))):
                ready, running = ray.wait(running, num_returns=1)
                yield ray.get(ready[0])
        while running:
            ready, running = ray.wait(running, num_returns=1)
            yield ray.get(ready[0])


def engine_for(jobs: int) -> Engine:
    """The engine for a number of processes."""
    return LocalEngine(jobs) if jobs > 1 else SerialEngine()
