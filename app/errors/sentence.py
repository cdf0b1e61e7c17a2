"""A sentence for an error: what happened, what it means, what to do.

A sentence may name facts in braces. Short codes: F files, V visits, R robot descriptions,
S settings, I identification, Q quality, D the arm, X the rest. They never change meaning.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """The sentences of an error: what happened, what it means, what to do; ``code`` is for people."""

    code: str
    title: str
    meaning: str
    action: str


REPORT = "This is a fault in Torsion; the log file has the details."


def united(*tables: Mapping[str, Wording]) -> dict[str, Wording]:
    """All tables as one.

    Raises
    ------
    ValueError
        Where two tables word the same error.
    """
    found: dict[str, Wording] = {}
    for table in tables:
        twice = sorted(found.keys() & table.keys())
        if twice:
            raise ValueError(f"worded twice: {twice}")
        found.update(table)
    return found
