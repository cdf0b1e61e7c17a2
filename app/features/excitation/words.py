"""Words for the run of a planned motion: its stages, and what it says joint by joint."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from app.speech.language import translate
from app.speech.units import ARCMINUTE, MILLIMETRE, NEWTON, NEWTON_METRE, number
from app.widgets.table import Cell, Column
from core.excitation.runs.excitation_run import ExcitationRun
from core.quality import Verdict
from core.recording import FloatArray

if TYPE_CHECKING:
    pass

POSITION, TORQUE = "position", "torque"
"""Columns of a mean period whose noise is told."""


def _tr(text: str) -> str:
    return translate("ExciteWords", text)


def run_sentence(verdict: Verdict) -> str:
    """What a run is worth."""
    return {
        Verdict.GOOD: _tr("A good run: the recordings are ready to identify with."),
        Verdict.USABLE: _tr("A usable run, with the remarks below."),
        Verdict.REPEAT: _tr("Run it again: the recording is not good enough."),
        Verdict.NOT_MEASURABLE: _tr("This run says nothing."),
    }[verdict]


def joint_columns() -> tuple[Column, ...]:
    """The headings of a run joint by joint; numbers carry their unit, since joints may slide."""
    return (
        Column(_tr("Joint"), stretches=True),
        Column(_tr("Following error"), is_number=True),
        Column(_tr("Noise of position"), is_number=True),
        Column(_tr("Noise of torque"), is_number=True),
        Column(_tr("Limits used"), is_number=True),
        Column(_tr("Rated torque used"), is_number=True),
    )


def joint_rows(
    run: ExcitationRun, names: Sequence[str], *, prismatic: Sequence[bool]
) -> tuple[tuple[Cell, ...], ...]:
    """A row per joint of a run."""
    noise = run.average.noise
    return tuple(
        (
            name,
            angle_text(float(run.following_error[joint]), slides=slides),
            angle_text(_of(noise, POSITION, joint), slides=slides),
            f"{number(_of(noise, TORQUE, joint))} {(NEWTON if slides else NEWTON_METRE).symbol}",
            f"{number(100.0 * float(run.peaks.limit_use[joint].max()), decimals=0)} %",
            f"{number(100.0 * float(run.torque_share[joint]), decimals=0)} %",
        )
        for joint, (name, slides) in enumerate(zip(names, prismatic, strict=True))
    )


def angle_text(value: float, *, slides: bool) -> str:
    """A small angle in arcmin, a small way in mm."""
    unit = MILLIMETRE if slides else ARCMINUTE
    return f"{number(value * unit.per_si)} {unit.symbol}"


def _of(columns: Mapping[str, FloatArray], name: str, joint: int) -> float:
    return float(columns[name][joint]) if name in columns else float("nan")
