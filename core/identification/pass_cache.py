"""Intermediate results of several passes over short recordings, remembered as long as they fit.

An identification passes over its recordings some ten times. A recording of an hour is read and conditioned
chunk by chunk in every pass; one of a minute is small, and reading it again takes longer than the fit.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

LIMIT_BYTES = 80_000_000


@dataclass
class _Memory:
    limit: int
    size: int = 0
    found: OrderedDict[Hashable, tuple[object, object, int]] = field(default_factory=OrderedDict)
    """By key the result, what it was made from, and its size; what was not used for longest comes first.

    An identity in a key holds as long as what was made from it is here.
    """

    def make_room(self, size_bytes: int) -> None:
        """Forget what was not used for longest, until so many bytes fit."""
        while self.size + size_bytes > self.limit:
            self.size -= self.found.popitem(last=False)[1][2]


_memory: ContextVar[_Memory | None] = ContextVar("remembered", default=None)


@contextmanager
def pass_cache(limit_bytes: int = LIMIT_BYTES) -> Iterator[None]:
    """Remember results within this context, up to a limit of memory; the outermost one counts."""
    if _memory.get() is not None:
        yield
        return
    token = _memory.set(_Memory(limit_bytes))
    try:
        yield
    finally:
        _memory.reset(token)


def from_pass_cache(key: Hashable, make: Callable[[], T], *, made_from: object, size_bytes: int) -> T | None:
    """Result of ``make`` for ``key``; None where it is larger than the memory, or nothing is remembered."""
    memory = _memory.get()
    if memory is None or size_bytes > memory.limit:
        return None
    if key not in memory.found:
        memory.make_room(size_bytes)  # before the result is there too
        made = make()
        memory.make_room(size_bytes)  # making it may have remembered results of its own
        memory.size += size_bytes
        memory.found[key] = (made, made_from, size_bytes)
    memory.found.move_to_end(key)
    found: T = memory.found[key][0]  # type: ignore[assignment]  # its maker gave it
    return found
