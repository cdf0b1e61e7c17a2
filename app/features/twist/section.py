"""The twist of the gears in a report: what every gear is like, its loop, and what stands against it."""

from collections.abc import Iterator, Sequence
from math import isfinite, pi

import numpy as np
from reportlab.graphics.shapes import Drawing
from reportlab.platypus import Flowable, Spacer, TableStyle

from app.paper.figure_grid import column_width, grid
from app.paper.plot import Curve, LegendEntry, PlotText, legend, plot
from app.paper.reason_lines import reason_lines
from app.paper.speech import tr
from app.paper.style import (
    CELL,
    CONTENT_WIDTH,
    GRID,
    MEASURED,
    MODEL,
    MUTED,
    NUMBER_CELL,
    QUIET,
    number_text,
    paragraph,
    value_with_std,
)
from app.paper.tables import GLYPH_SIZE, Cell, quiet_table
from app.paper.verdict_card import verdict_glyph
from app.speech.words import verdict_word
from core.elasticity.result import Elasticity, JointElasticity, Measured, RippleCause
from core.signals.path_thinning import thinned

_ARCSECONDS, _MICROMETRES = 3600.0 * 180.0 / pi, 1e6
_KILO, _MILLI = 1e-3, 1e3
_LEFT_HEAD, _RIGHT_HEAD = CELL.clone("twist", textColor=MUTED), NUMBER_CELL.clone("twists", textColor=MUTED)
_AT_LEFT = (0, 5, 9)
_LOOP_HEIGHT = 96.0
_COLUMNS = 3
_GRAIN = 150.0
"""Points of a loop that are nearer than this share of its reach are drawn once."""


def twist_section(found: Elasticity, *, is_of_this_model: bool) -> Iterator[Flowable]:
    """The joints' table, their loops, and the reasons; ``is_of_this_model`` gave the loads."""
    yield quiet_joints(found)
    yield Spacer(1, GRID)
    yield paragraph(_origin(found, is_of_this_model=is_of_this_model), QUIET)
    looped = [joint for joint in found.joints if joint.loop is not None]
    if looped:
        entries = (
            LegendEntry(tr("deflection"), MEASURED),
            LegendEntry(tr("of stiffness and backlash"), MODEL, dashed=True),
        )
        yield legend(entries, width=CONTENT_WIDTH)
        yield grid([_loop(joint) for joint in looped], columns=_COLUMNS)
    yield Spacer(1, GRID)
    of_joints = (reason for joint in found.joints for reason in joint.judgement.reasons)
    yield from reason_lines([*found.judgement.reasons, *of_joints])


def quiet_joints(found: Elasticity) -> Flowable:
    """A row per joint with its values and verdict."""
    texts = _heads(slides=any(joint.is_prismatic for joint in found.joints))
    widths = [48.0, 56.0, 48.0, 46.0, 60.0, 78.0, 48.0, 52.0, 12.0]
    widths.append(CONTENT_WIDTH - sum(widths))
    headings: list[Cell] = [
        paragraph(text, _LEFT_HEAD if place in _AT_LEFT else _RIGHT_HEAD) for place, text in enumerate(texts)
    ]
    table = quiet_table(headings, [_row(joint) for joint in found.joints], widths=widths)
    table.setStyle(TableStyle([("ALIGN", (-2, 0), (-1, -1), "LEFT")]))
    return table


def _heads(*, slides: bool) -> tuple[str, ...]:
    if slides:
        return (
            tr("joint"), tr("stiffness, kN·m/rad (kN/m)"), tr("backlash, arcsec (µm)"),
            tr("loop, arcsec (µm)"), tr("loop, J"), tr("ripple, arcsec (µm)"), tr("lag, ms"),
            tr("left of raw, arcsec (µm)"), "", tr("verdict"),
        )  # fmt: skip
    return (
        tr("joint"), tr("stiffness, kN·m/rad"), tr("backlash, arcsec"), tr("loop, arcsec"), tr("loop, J"),
        tr("ripple, arcsec"), tr("lag, ms"), tr("left of raw, arcsec"), "", tr("verdict"),
    )  # fmt: skip


def _row(joint: JointElasticity) -> Sequence[Cell]:
    angle = _MICROMETRES if joint.is_prismatic else _ARCSECONDS
    verdict = joint.judgement.verdict
    return (
        paragraph(joint.joint, CELL),
        _stiffness(joint),
        _value(joint.backlash or joint.lost_motion, angle),
        _value(joint.hysteresis_width, angle),
        _value(joint.hysteresis_energy, 1.0),
        paragraph(_ripple(joint, angle), CELL),
        _value(joint.lag, _MILLI),
        _left(joint, angle),
        verdict_glyph(verdict, size=GLYPH_SIZE),
        verdict_word(verdict).lower(),
    )


def _stiffness(joint: JointElasticity) -> str:
    if joint.stiffness is None and joint.branch_stiffness is not None:
        low, high = (number_text(_KILO * value) for value in sorted(joint.branch_stiffness))
        return tr("{first} to {last}").format(first=low, last=high)
    return _value(joint.stiffness, _KILO)


def _value(found: Measured | None, scale: float) -> str:
    if found is None:
        return "–"
    value, std = value_with_std(scale * found.value, scale * found.std)
    return f"{value} ± {std}" if isfinite(found.std) else value


def _ripple(joint: JointElasticity, scale: float) -> str:
    if not joint.ripple:
        return "–" if joint.spectrum is None else tr("none")
    first = joint.ripple[0]
    words = tr("{amplitude}, {times} per motor turn: {cause}")
    times = f"{first.cycles_per_motor_turn:.2f}"
    return words.format(
        amplitude=number_text(scale * first.amplitude), times=times, cause=_cause(first.cause)
    )


def _cause(cause: RippleCause) -> str:
    """What a ripple likely comes from."""
    return tr(
        {
            RippleCause.MOTOR_TURN: "motor turn",
            RippleCause.WAVE_GENERATOR: "wave generator",
            RippleCause.MOTOR_HARMONIC: "motor harmonic",
            RippleCause.LINK_TURN: "encoder or output",
            RippleCause.GEAR_MESH: "gear mesh",
        }[cause]
    )


def _left(joint: JointElasticity, scale: float) -> str:
    if not (isfinite(joint.rms_raw) and isfinite(joint.rms_explained)):
        return "–"
    words = tr("{part} of {whole}")
    return words.format(
        part=number_text(scale * joint.rms_explained), whole=number_text(scale * joint.rms_raw)
    )


def _origin(found: Elasticity, *, is_of_this_model: bool) -> str:
    words = tr(
        "Looked at on {date}, from {recordings}; checked on: {checked}. The loads are those of another model "
        "of this visit. Backlash of a locked gear is its lost motion. The drive gains are known within "
        "{gain} %, and every stiffness no better."
    )
    if is_of_this_model:
        words = tr(
            "Looked at on {date}, from {recordings}; checked on: {checked}. The loads are those of this "
            "model. Backlash of a locked gear is its lost motion. The drive gains are known within {gain} %, "
            "and every stiffness no better."
        )
    return words.format(
        date=found.created_at[:10],
        recordings=", ".join(found.recordings),
        checked=", ".join(one.recording for one in found.validation) or tr("none"),
        gain=f"{100.0 * found.gain_std:.1f}",
    )


def _loop(joint: JointElasticity) -> Drawing:
    assert joint.loop is not None
    loop = joint.loop
    scale, units = (
        (_MICROMETRES, tr("µm over N")) if joint.is_prismatic else (_ARCSECONDS, tr("arcsec over N·m"))
    )
    step_x, step_y = (float(np.nanmax(np.abs(part))) / _GRAIN for part in (loop.load, loop.deflection))
    # a loop runs to and fro; the line goes by its load, so that its dashes are seen
    order = np.argsort(loop.load, kind="stable")
    curves = [
        Curve(*thinned(x, y, step_x=step_x, step_y=step_y), colour, dashed=dashed)
        for x, y, colour, dashed in (
            (loop.load, loop.deflection, MEASURED, False),
            (loop.load[order], loop.line[order], MODEL, True),
        )
    ]
    scaled = [Curve(one.x, scale * one.y, one.colour, dashed=one.dashed) for one in curves]
    width = column_width(_COLUMNS)
    return plot(PlotText(joint.joint, units), curves=scaled, width=width, height=_LOOP_HEIGHT)
