"""A sentence for an error: what happened, what it means, what to do.

A sentence may name facts in braces. Short codes: F files, V visits, R robot descriptions,
S settings, I identification, Q quality, D the arm, X the rest. They never change meaning.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Wording:
    """The sentences of an error: what happened, what it means, what to do; ``code`` is for people."""

    code: str
    title: str
    meaning: str
    action: str


REPORT = "This is a fault in Torsion; the log file has the details."
OUR_FAULT = "This is a fault in Torsion or in the controller; the log file has the details."
STOP_SENT = "A stop was sent to the arm; what was recorded is kept."
NOT_MOVED = "Nothing has moved."
NOT_CONNECTED = "No connection was made."


def united(tables: Iterable[Mapping[str, T]]) -> dict[str, T]:
    """All tables as one.

    Raises
    ------
    ValueError
        If two tables have a sentence for the same code.
    """
    found: dict[str, T] = {}
    for table in tables:
        twice = sorted(found.keys() & table.keys())
        if twice:
            raise ValueError(f"worded twice: {twice}")
        found.update(table)
    return found
