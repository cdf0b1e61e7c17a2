"""The run of a planned motion as people read it: verdict, numbers, joint by joint."""

from collections.abc import Iterator, Sequence

import numpy as np

from app.errors.text import reason_rows
from app.features.excitation.presentation import LIMITS, NUMBERS, torque
from app.presentation import Column, Line, Presentation, Row, Rows, Table, common_unit
from app.speech.language import tr
from app.speech.units import ARCMINUTE, MILLIMETRE, NEWTON, NEWTON_METRE, PER_CENT, DisplayUnit, Value, number
from core.exchange.file_units import UNITS_OF
from core.excitation.runs.excitation_run import ExcitationRun
from core.quality import Verdict
from core.recording import Quantity

PERIODS, ERROR, JOINTS = "periods", "following-error", "joints"
SHOWN = ("joint", ERROR, "noise-position", "noise-torque", LIMITS, "torque")
"""Columns that have room in the window; most arms have no others."""


def present_run(run: ExcitationRun, *, joints: Sequence[str], slides: Sequence[bool]) -> Presentation:
    """Presentation of a run."""
    words = tr("{used} of {cycles} periods of {period} s averaged, plan {plan}")
    averaged = words.format(
        used=run.periods_used, cycles=run.cycles, period=number(run.period_s), plan=run.plan
    )
    return Presentation(
        title=tr("The run, joint by joint"),
        headline=run_headline(run.judgement.verdict),
        verdict=run.judgement.verdict,
        sections=(numbers(run, slides=slides), table(run, joints=joints, slides=slides), _reasons(run)),
        circumstances=averaged,
    )


def run_headline(verdict: Verdict) -> str:
    """Sentence on the verdict of a run."""
    return {
        Verdict.GOOD: tr("A good run: the recordings are ready to identify with."),
        Verdict.USABLE: tr("A usable run, with the remarks below."),
        Verdict.REPEAT: tr("Run it again: the recording is not good enough."),
        Verdict.NOT_MEASURABLE: tr("This run says nothing."),
    }[verdict]


def _reasons(run: ExcitationRun) -> Rows:
    return reason_rows([("", run.judgement)])


def numbers(run: ExcitationRun, *, slides: Sequence[bool]) -> Rows:
    """Numbers of a run, each of the worst joint."""
    left_out = tr("the first left out") if run.first_period_left_out else tr("all of them")
    joint = int(np.argmax(run.following_error))
    where = tr("joint {joint}").format(joint=joint + 1)
    inside = tr("following error included") if run.peaks.inside else tr("outside")
    rows = (
        Row(PERIODS, tr("Periods averaged"), Value(run.periods_used, decimals=0), remark=left_out),
        Row(ERROR, tr("Largest following error"), _way(run, joint, slides=slides[joint]), remark=where),
        Row(LIMITS, tr("Limits used"), Value(run.peaks.worst, PER_CENT, decimals=1), remark=inside),
        torque(run.torque_share),
    )
    return Rows(name=NUMBERS, title=tr("The run"), rows=rows)


def _columns(run: ExcitationRun, slides: Sequence[bool]) -> Iterator[Column]:
    """Columns of the joints; the unit is in the cells where some joints slide and others turn."""
    of, share = tr("noise of {quantity}"), tr("{quantity} limit used")
    parts = {"position": tr("position"), "velocity": tr("velocity"), "acceleration": tr("acceleration")}
    yield Column("joint", tr("joint"))
    yield Column(ERROR, tr("following error"), common_unit(_way_unit(slides=one) for one in slides))
    for name in run.average.noise:
        unit = common_unit(_noise_unit(name, slides=one) for one in slides)
        yield Column(f"noise-{name}", of.format(quantity=_quantity_word(name)), unit)
    yield Column(LIMITS, tr("limits used"), PER_CENT)
    for name, word in parts.items():
        yield Column(f"{name}-limit", share.format(quantity=word), PER_CENT)
    yield Column("torque", tr("rated torque"), PER_CENT)


def table(run: ExcitationRun, *, joints: Sequence[str], slides: Sequence[bool]) -> Table:
    """Table of a run with a line for each joint."""
    pairs = enumerate(zip(joints, slides, strict=True))
    lines = tuple(Line(name, (name, *_joint(run, joint, slides=slide))) for joint, (name, slide) in pairs)
    return Table(
        name=JOINTS, title=tr("The run, joint by joint"), columns=tuple(_columns(run, slides)), lines=lines
    )


def _joint(run: ExcitationRun, joint: int, *, slides: bool) -> Iterator[Value]:
    yield _way(run, joint, slides=slides)
    for name, noise in run.average.noise.items():
        yield Value(float(noise[joint]), _noise_unit(name, slides=slides))
    shares = run.peaks.limit_use[joint]
    for share in (float(shares.max()), *shares.tolist()):
        yield Value(share, PER_CENT, decimals=0)
    yield Value(float(run.torque_share[joint]), PER_CENT, decimals=0)


def _way(run: ExcitationRun, joint: int, *, slides: bool) -> Value:
    return Value(float(run.following_error[joint]), _way_unit(slides=slides))


def _way_unit(*, slides: bool) -> DisplayUnit:
    """Unit of a small angle, or of a small distance."""
    return MILLIMETRE if slides else ARCMINUTE


def _noise_unit(name: str, *, slides: bool) -> DisplayUnit:
    """Unit of a recorded quantity; a joint that slides has m for rad and N for N·m."""
    symbol = next(unit for unit, size in UNITS_OF[Quantity(name)].items() if size == 1.0)
    if symbol == "rad":
        return _way_unit(slides=slides)
    if symbol == NEWTON_METRE.symbol:
        return NEWTON if slides else NEWTON_METRE
    return DisplayUnit(symbol.replace("rad", "m") if slides else symbol, 1.0)


def _quantity_word(name: str) -> str:
    return {
        "position": tr("position"),
        "velocity": tr("velocity"),
        "motor_position": tr("motor position"),
        "motor_velocity": tr("motor velocity"),
        "link_position": tr("link position"),
        "current": tr("current"),
        "motor_torque": tr("motor torque"),
        "torque": tr("torque"),
        "temperature": tr("temperature"),
    }.get(name, name.replace("_", " "))
