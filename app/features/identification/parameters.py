"""The parameters of a model: every one with its standard deviation and verdict."""

from collections.abc import Iterable, Iterator

from app.presentation import Cell, Column, Line, Table
from app.speech.language import tr
from app.speech.model_words import friction_word, parameter_text
from app.speech.units import PER_CENT, DisplayUnit, Value, expanded, not_determined
from core.identification.result import IdentificationResult, Parameter

BASE, FRICTION, OTHERS = "base", "friction", "others"
"""Names of the tables."""


def parameters(result: IdentificationResult) -> Iterator[Table]:
    """Tables of the links', the friction's and the other parameters; an empty one is left out."""
    friction = [found for joint in result.friction for found in joint.coefficients]
    model = tr("Friction parameters: {model}").format(model=friction_word(result.settings.friction))
    offered = (
        (BASE, tr("Base parameters"), result.base_parameters),
        (FRICTION, model, friction),
        (OTHERS, tr("Offsets and coupling"), (*result.offsets, *result.coupling)),
    )
    yield from (_table(name, title, found) for name, title, found in offered if found)


def in_one(tables: Iterable[Table]) -> Table:
    """All lines in one table."""
    lines = tuple(line for table in tables for line in table.lines)
    return Table(name="parameters", title=tr("Parameters"), columns=parameter_columns(), lines=lines)


def parameter_columns() -> tuple[Column, ...]:
    """Columns of every table of parameters."""
    return (
        Column("parameter", tr("parameter")),
        Column("value", tr("value"), has_units=True),
        Column("relative", "±", PER_CENT),
        Column("statistical", tr("statistical ±"), PER_CENT),
        Column("systematic", tr("systematic ±"), PER_CENT),
        Column("verdict", tr("verdict")),
    )


def _table(name: str, title: str, found: Iterable[Parameter]) -> Table:
    return Table(
        name=name, title=title, columns=parameter_columns(), lines=tuple(_line(one) for one in found)
    )


def _line(found: Parameter) -> Line:
    unit = DisplayUnit(found.unit.removeprefix("1"), 1.0)  # a pure number has no unit to show
    value = Value(found.value, unit, found.std, digits=2)
    relative: Cell = (
        Value(expanded(found.relative_std), PER_CENT) if found.is_determined else not_determined()
    )
    parts = (_part(found, one) for one in (found.statistical, found.systematic))
    return Line("", (parameter_text(found.expression), value, relative, *parts, found.judgement.verdict))


def _part(found: Parameter, std: float | None) -> Cell:
    """A part of the ± as a share of the value; empty where it is unknown, or the value not determined."""
    if std is None or not found.is_determined or found.value == 0.0:  # no torque at all: exactly zero
        return ""
    return Value(expanded(std) / abs(found.value), PER_CENT)
