"""Sentences of errors, reasons, problems and remarks by their codes, as ``resources/words`` has them.

A file there is about one subject. Each entry, ``[TABLE.CODE]``, has the fields of its class below: an error
is a ``Wording``, everything else a ``Sentence``. A sentence may name facts in braces; ``app.errors.text``
says in which forms, and words them. The sentences are English; translations are in
``resources/translations``, like those of all other texts.

Short codes: F files, V visits, R robot descriptions, S settings, I identification, Q quality, D the arm,
X the rest. They never change their meaning.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from resources import path


@dataclass(frozen=True)
class Wording:
    """The sentences of an error: what happened, what it means, what to do; ``code`` is for people."""

    code: str
    title: str
    meaning: str = ""
    action: str = ""


@dataclass(frozen=True)
class Sentence:
    """One sentence, and the short code that people quote; empty for a sentence that is shown without."""

    text: str
    code: str = ""


E = TypeVar("E", Wording, Sentence)


@cache
def _entries() -> Mapping[str, Mapping[str, str]]:
    """Every entry as it is written, by table and code.

    Splitting the files takes a tenth of the time of parsing them, and a page words a handful of entries.

    Raises
    ------
    ValueError
        If two entries of a table have the same code.
    """
    found: dict[str, dict[str, str]] = {}
    for file in sorted(path("words").glob("*.toml")):
        _, *parts = file.read_text("utf-8").split("\n[")
        for header, text in (part.split("]\n", 1) for part in parts):
            table, code = header.split(".")
            entries = found.setdefault(table, {})
            if code in entries:
                raise ValueError(f"worded twice: {table}.{code}")
            entries[code] = text
    return found


class Table(Mapping[str, E], Generic[E]):
    """All entries of one kind by their codes; one is parsed when it is first asked for."""

    def __init__(self, name: str, entry: type[E]) -> None:
        self.name = name
        self._entry: type[E] = entry
        self._parsed: dict[str, E] = {}

    def __getitem__(self, code: str) -> E:
        if code not in self._parsed:
            self._parsed[code] = self._entry(**tomllib.loads(_entries()[self.name][code]))
        return self._parsed[code]

    def __iter__(self) -> Iterator[str]:
        return iter(_entries()[self.name])

    def __len__(self) -> int:
        return len(_entries()[self.name])


ERRORS = Table("errors", Wording)
DEVICE_ERRORS = Table("device_errors", Wording)
"""Errors of controller, stream, safety layer and procedures; some codes mean something else in ``ERRORS``."""
KINDS = Table("kinds", Wording)
"""General sentences for errors with an unknown code, by the name of their class."""
REASONS = Table("reasons", Sentence)
"""Reasons why a verdict is not better."""
PROBLEMS = Table("problems", Sentence)
"""Single faults of a file or a plan. They continue the name of their place; notes are whole sentences."""
DROPPED = Table("dropped", Sentence)
"""Why rows of a recording were left out, and remarks where none was."""
FINDINGS = Table("findings", Sentence)
"""Findings about a planned motion."""
READINESS = Table("readiness", Sentence)
"""Lines of the readiness list."""
EVIDENCE = Table("evidence", Sentence)
"""Reasons for the meaning of a column."""
EVENTS = Table("events", Sentence)
"""Events of a recording that are shown as a line; others are not shown."""
MARKS = Table("marks", Sentence)
"""Words on everything that is not from a real arm, by the name of the mark."""
VERDICTS = Table("verdicts", Sentence)
"""Meaning of a verdict, by its word."""
IN_WINDOW = Table("in_window", Sentence)
"""What to do about an error in the window, where no options of a command are written."""
TABLES: tuple[Table[Wording] | Table[Sentence], ...] = (
    *(ERRORS, DEVICE_ERRORS, KINDS),
    *(REASONS, PROBLEMS, DROPPED, FINDINGS, READINESS, EVIDENCE, EVENTS, MARKS, VERDICTS, IN_WINDOW),
)
