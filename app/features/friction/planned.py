"""Prepared sweeps in words: a line per joint and pose, and the motion under way. No Qt."""

from collections.abc import Sequence

from app.features.friction.sentences import tr
from app.features.friction.sweeps_under_way import SWEEP, Moment, SweepRow
from app.presentation import Column, Line, Table
from app.speech.units import number, seconds, speed_unit
from app.speech.values import PURE


def planned(
    rows: Sequence[SweepRow] = (), *, names: Sequence[str] = (), prismatic: Sequence[bool] = ()
) -> Table:
    """Table of sweeps: a line per joint and pose with its speeds."""
    columns = (
        Column("sweep", tr("Sweep")),
        Column("speeds", tr("Speeds of the joint"), PURE),
        Column("top", tr("Top speed"), PURE),
        Column("takes", tr("Takes"), PURE),
    )
    lines = (
        Line(
            "",
            (
                _sweep(row, names=names),
                _speeds(row, slides=prismatic[row.joint]),
                f"{number(1000.0 * row.top_speed, decimals=0)} mm/s",
                seconds(row.seconds),
            ),
        )
        for row in rows
    )
    return Table(name="sweeps", title=tr("Sweeps, joint by joint"), columns=columns, lines=tuple(lines))


def _sweep(row: SweepRow, *, names: Sequence[str]) -> str:
    """The joint by its name, and that its load is another one in a further pose."""
    name = names[row.joint]
    return tr("{joint}, with another load").format(joint=name) if row.pose else name


def _speeds(row: SweepRow, *, slides: bool) -> str:
    unit = speed_unit(slides=slides)
    low, high = (number(value * unit.per_si, digits=2) for value in (row.slowest, row.fastest))
    return tr("{low} to {high} {unit}").format(low=low, high=high, unit=unit.symbol)


def moment_words(moment: Moment, joint: str, *, slides: bool) -> str:
    """The motion under way in words; ``joint`` is the name of its joint."""
    unit = speed_unit(slides=slides)
    if moment.code == SWEEP and moment.speed is not None:
        words = tr("{joint} slides at {speed}") if slides else tr("{joint} turns at {speed}")
        speed = number(moment.speed * unit.per_si, digits=2)
        return words.format(joint=joint, speed=f"{speed} {unit.symbol}")
    if moment.code == "approach":
        return tr("To where {joint} is swept").format(joint=joint)
    return tr("{joint} warms up").format(joint=joint)
