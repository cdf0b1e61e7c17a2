"""Answers of a person on a file: meanings of columns, sample rate, meaning of effort, topic of a bag."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.bounds import SAMPLE_RATE
from core.errors import BadRequest
from core.exchange.file_units import TIME_UNITS, UNITS_OF, factor_of
from core.recognition.found_table import FoundTable
from core.recognition.names import known_unit
from core.recognition.understanding import CORRECT, LEAVE, TIME
from core.recording import Quantity

_SPAN = re.compile(r"(\d{1,5})-(\d{1,5})")
MEANINGS = (TIME, LEAVE, *(quantity.value for quantity in Quantity))


@dataclass(frozen=True)
class Answer:
    """The meaning of some columns: numbers from 1 or names, a quantity, ``time`` or ``leave``, and units.

    There is one unit for all columns, or one for each; none where the numbers have to tell it.
    """

    columns: tuple[str, ...]
    meaning: str
    units: tuple[str, ...] = ()
    file: str = ""
    """Name of the one of several files that the columns are of; empty for all that have them."""


@dataclass(frozen=True)
class Answers:
    """Everything that a person said about one file."""

    columns: tuple[Answer, ...] = ()
    rate_hz: float | None = None
    effort: str = ""
    """``current`` or ``torque``: what a field named effort holds; empty lets the arm decide."""
    topic: str = ""
    corrections: tuple[str, ...] = ()
    """Corrections that are wanted where they are found, of ``core.recognition.weighing.CORRECTIONS``."""


RATE, TOPIC, EFFORT = "rate:", "topic:", "effort:"
"""GuideLauncher of answers about the whole file, such as ``rate:500``; no column needs a colon there."""


def parse_answers(texts: Sequence[str]) -> Answers:
    """Answers about columns and about the file; of two about the same the later one counts.

    Raises
    ------
    BadRequest
        As ``parse_answer``; ``setting-out-of-bounds`` and the like for a rate.
    """
    answers = Answers()
    for text in texts:
        if text.startswith(RATE):
            rate = float(text.removeprefix(RATE))
            SAMPLE_RATE.check("rate_hz", rate)
            answers = replace(answers, rate_hz=rate)
        elif text.startswith(TOPIC):
            answers = replace(answers, topic=text.removeprefix(TOPIC))
        elif text.startswith(CORRECT):
            named = text.removeprefix(CORRECT).split(",")
            answers = replace(answers, corrections=(*answers.corrections, *named))
        elif text.startswith(EFFORT):
            answers = replace(answers, effort=text.removeprefix(EFFORT))
        else:
            answers = replace(answers, columns=(*answers.columns, parse_answer(text)))
    return answers


def parse_answer(text: str) -> Answer:
    """``14-19=current A``, ``i1,i2=leave`` or ``2-7=position 524288 counts/turn`` as an answer.

    Columns are numbers, names, and ranges of both: ``q0-q5``. A file's name and a colon in front, as in
    ``b.csv:2-7``, say which of several files is meant.

    Several numbers before the unit, with commas, are those of the columns one by one: ``0.1,0.2 A``.

    Raises
    ------
    BadRequest
        ``column-answer`` for a text of another form, ``column-meaning`` for an unknown meaning,
        ``column-unit`` for a unit that the meaning cannot have.
    """
    columns, sign, said = text.rpartition("=")
    words = said.split(maxsplit=1)
    if not sign or not columns.strip() or not words:
        raise BadRequest("column-answer", text=text)
    meaning, unit = words[0].lower(), words[1] if len(words) > 1 else ""
    if meaning not in MEANINGS:
        raise BadRequest("column-meaning", meaning=meaning, meanings=MEANINGS)
    known = TIME_UNITS if meaning == TIME else {} if meaning == LEAVE else UNITS_OF[Quantity(meaning)]
    units = _units(unit)
    if any(factor_of(one, known) is None for one in units):
        raise BadRequest("column-unit", unit=unit, meaning=meaning, units=tuple(known))
    file, sign, rest = columns.rpartition(":")
    is_file = bool(sign) and "." in file and not file.endswith("]")
    parts = (rest if is_file else columns).split(",")
    return Answer(tuple(part.strip() for part in parts), meaning, units, file.strip() if is_file else "")


def answers_for(answers: Answers, path: Path, tables: Mapping[Path, FoundTable]) -> Answers:
    """The answers about one of several files: those written for it, and those whose columns it has.

    A name that only another file has is no error; a number without a file means every file.

    Raises
    ------
    BadRequest
        ``column-unknown`` for columns that none of the files has, ``column-file`` for a file that is none.
    """
    own = []
    for answer in answers.columns:
        if answer.file and not any(_is_of(answer.file, one) for one in tables):
            raise BadRequest("column-file", file=answer.file, files=tuple(str(one) for one in tables))
        if answer.file and not _is_of(answer.file, path):
            continue
        try:
            chosen_columns(answer, tables[path])
        except BadRequest:
            others = [one for one in tables if one != path and not answer.file]
            if not any(_has(answer, tables[one]) for one in others):
                raise
            continue
        own.append(answer)
    return replace(answers, columns=tuple(own))


def _is_of(file: str, path: Path) -> bool:
    return path == Path(file) or path.name == file


def _has(answer: Answer, table: FoundTable) -> bool:
    try:
        return bool(chosen_columns(answer, table))
    except BadRequest:
        return False


def _units(text: str) -> tuple[str, ...]:
    """The units in an answer, in the spelling of layouts."""
    sizes, _, name = text.strip().rpartition(" ")
    if not name:
        return ()
    if sizes and sizes.removeprefix("-")[:1].isdigit():
        return tuple(f"{size.strip()} {known_unit(name) or name}" for size in sizes.split(","))
    return (known_unit(text) or text,)


def _name_range(part: str, names: Mapping[str, int]) -> tuple[int, int] | None:
    """First and last column of a range of names such as ``q0-q5``; None for no such range."""
    for place, sign in enumerate(part):
        first, last = part[:place].strip(), part[place + 1 :].strip()
        if sign == "-" and first in names and last in names and names[first] <= names[last]:
            return names[first], names[last]
    return None


def chosen_columns(answer: Answer, table: FoundTable) -> tuple[int, ...]:
    """Numbers of the columns that an answer names.

    Raises
    ------
    BadRequest
        ``column-unknown``.
    """
    names = {channel.name: channel.number for channel in reversed(table.channels)}
    found: list[int] = []
    for part in answer.columns:
        span = _SPAN.fullmatch(part)
        if part in names:
            found.append(names[part])
        elif (ends := _name_range(part, names)) is not None:
            found += range(ends[0], ends[1] + 1)
        elif span is not None and 1 <= int(span[1]) <= int(span[2]) <= len(table.channels):
            found += range(int(span[1]), int(span[2]) + 1)
        elif part.isdigit() and 1 <= int(part) <= len(table.channels):
            found.append(int(part))
        else:
            raise BadRequest("column-unknown", column=part, file=str(table.path), columns=len(table.channels))
    return tuple(found)
