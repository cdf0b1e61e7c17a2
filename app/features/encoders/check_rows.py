"""An encoder check in words: a row per joint, and what stands against a joint."""

from collections.abc import Sequence

from app.errors.text import reason_text
from app.speech.language import translate
from app.speech.units import DEGREE, MILLIMETRE, DisplayUnit, number, with_std
from app.widgets.table import Cell, Column
from core.encoders.result import EncoderCheck, JointCheck


def _tr(text: str) -> str:
    return translate("CheckPage", text)


def check_columns() -> tuple[Column, ...]:
    """The headings; numbers carry their unit in the cell, since joints may slide."""
    return (
        Column(_tr("Joint"), stretches=True),
        Column(_tr("Direction")),
        Column(_tr("Ratio"), is_number=True),
        Column(_tr("Offset"), is_number=True),
        Column(_tr("Moved"), is_number=True),
        Column(_tr("Verdict")),
    )


def waiting_rows(names: Sequence[str], *, moving: int = -1) -> tuple[tuple[Cell, ...], ...]:
    """A row per joint before anything is known; ``moving`` is the joint that moves now."""

    def state(number: int) -> str:
        if number == moving:
            return _tr("moving now")
        return _tr("moved") if number < moving else _tr("not yet")

    return tuple((name, "–", "–", "–", "–", state(number)) for number, name in enumerate(names))


def check_rows(check: EncoderCheck, *, prismatic: Sequence[bool]) -> tuple[tuple[Cell, ...], ...]:
    """A row per joint of a check."""
    return tuple(_row(joint, slides=slides) for joint, slides in zip(check.joints, prismatic, strict=True))


def reasons_of(joint: JointCheck) -> str:
    """What stands against a joint, or that nothing does."""
    reasons = [reason_text(reason) for reason in joint.judgement.reasons]
    words = " ".join(reasons) or _tr("Both encoders agree in direction, ratio and offset.")
    return f"{joint.joint}: {words}"


def _row(joint: JointCheck, *, slides: bool) -> tuple[Cell, ...]:
    unit = MILLIMETRE if slides else DEGREE
    return (
        joint.joint,
        _direction(joint.sign),
        "–" if joint.slope is None else with_std(joint.slope, joint.slope_std or 0.0),
        _value(joint.offset, unit),
        _value(joint.moved, unit),
        joint.judgement.verdict,
    )


def _direction(sign: int) -> str:
    if sign == 0:
        return "–"
    return _tr("same") if sign > 0 else _tr("opposite")


def _value(value: float | None, unit: DisplayUnit) -> str:
    if value is None:
        return "–"
    shown = number(value * unit.per_si, decimals=2)
    return f"{shown}{unit.symbol}" if unit.symbol.startswith("°") else f"{shown} {unit.symbol}"
