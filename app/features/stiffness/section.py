"""The stiffness of the whole arm in a report: joints that stand for links, who gives, how right it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from reportlab.platypus import Flowable, Spacer, TableStyle

from app.errors.text import reason_text
from app.features.stiffness.report_charts import contributions_chart
from app.features.stiffness.words import error_sentence, springs_sentence
from app.paper.fonts import BOLD
from app.paper.reason_lines import reason_lines
from app.paper.speech import tr
from app.paper.style import (
    BODY,
    CELL,
    CONTENT_WIDTH,
    GRID,
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
from core.recording import FloatArray
from core.stiffness.compensated import CompensatedPlace, CompensationResult
from core.stiffness.result import LoadTestResidual, ReducedJoint, ReducedStiffness, Route

_MM, _KILO = 1e3, 1e-3
SHOWN_TESTS = 8
"""Load tests in the table, those that the joints leave most of."""
_TITLE = BODY.clone("stiffness title", fontName=BOLD)
_HEAD = NUMBER_CELL.clone("stiffness heads", textColor=MUTED)
_LEFT_HEAD = CELL.clone("stiffness head", textColor=MUTED)
_JOINT_WIDTHS = (0.0, 92.0, 92.0, 58.0, 52.0, 12.0, 66.0)
_TEST_WIDTHS = (0.0, 88.0, 96.0, 96.0, 50.0, 44.0)
_PLACE_WIDTHS = (44.0, 74.0, 92.0, 40.0, 12.0, 0.0)


@dataclass(frozen=True, eq=False)
class StiffnessPaper:
    """What a report tells of an arm's stiffness: the reduced model, and the newest correction by it."""

    found: ReducedStiffness
    compensation: CompensationResult | None = None


def stiffness_section(paper: StiffnessPaper) -> Iterator[Flowable]:
    """Joints, who gives, how far it is right, load tests, a corrected tool, and the reasons."""
    found = paper.found
    yield quiet_joints(found)
    yield Spacer(1, GRID)
    yield paragraph(error_sentence(found, tr=tr))
    chart = contributions_chart(found, width=CONTENT_WIDTH)
    if chart is not None:
        yield from _titled(tr("How much more each joint gives than its gear, link by link"), [chart])
    if found.tests:
        yield from _titled(_tests_title(found), [_tests(found)])
    if paper.compensation is not None:
        yield from _titled(tr("The tool, corrected for its load"), list(_corrected(paper.compensation)))
    yield Spacer(1, GRID)
    told = {reason_text(reason) for reason in found.judgement.reasons}
    of_joints = [reason for joint in found.joints for reason in joint.judgement.reasons]
    yield from reason_lines([reason for reason in of_joints if reason_text(reason) not in told])
    yield paragraph(_origin(found), QUIET)


def quiet_joints(found: ReducedStiffness) -> Flowable:
    """A row per joint: its own spring, the reduced one, what that makes of a twist, and its verdict."""
    unit = "kN·m/rad (kN/m)" if any(joint.is_prismatic for joint in found.joints) else "kN·m/rad"
    head = (
        paragraph(tr("joint"), _LEFT_HEAD), paragraph(tr("own spring, {unit}").format(unit=unit), _HEAD),
        paragraph(tr("with the links, {unit}").format(unit=unit), _HEAD),
        paragraph(tr("times its gear"), _HEAD), paragraph(tr("lever, mm"), _HEAD), "",
        paragraph(tr("verdict"), _LEFT_HEAD),
    )  # fmt: skip
    table = quiet_table(head, [_joint(joint) for joint in found.joints], widths=_filled(_JOINT_WIDTHS))
    table.setStyle(TableStyle([("ALIGN", (-2, 0), (-1, -1), "LEFT")]))
    return table


def _joint(joint: ReducedJoint) -> Sequence[Cell]:
    verdict = joint.judgement.verdict
    return (
        paragraph(tr("{joint} (held)").format(joint=joint.joint) if joint.is_held else joint.joint, CELL),
        _value(joint.spring, joint.spring_std),
        _value(joint.stiffness, joint.stiffness_std),
        number_text(joint.factor),
        "–" if joint.is_prismatic else number_text(_MM * joint.lever),
        verdict_glyph(verdict, size=GLYPH_SIZE),
        verdict_word(verdict).lower(),
    )


def _value(stiffness: float, std: float) -> str:
    """In kN·m/rad (kN/m); a spring that was told has no ±."""
    if not isfinite(stiffness):
        return "–"
    if not (isfinite(std) and std > 0.0):
        return number_text(_KILO * stiffness, digits=4)
    value, doubt = value_with_std(_KILO * stiffness, _KILO * std)
    return f"{value} ± {doubt}"


def _tests_title(found: ReducedStiffness) -> str:
    count = len(found.tests)
    words = tr(
        {
            (False, False): "The load tests: shift of the tool along x, y, z",
            (False, True): "The load tests: shift of the tool along x, y, z; scatter {noise} mm per axis",
            (True, False): "The {shown} worst of {count} load tests: shift of the tool along x, y, z",
            (True, True): "The {shown} worst of {count} load tests: shift of the tool along x, y, z; "
            "scatter {noise} mm per axis",
        }[count > SHOWN_TESTS, isfinite(found.noise)]
    )
    return words.format(shown=SHOWN_TESTS, count=count, noise=number_text(_MM * found.noise))


def _tests(found: ReducedStiffness) -> Flowable:
    """Those that the joints leave most of, the worst first."""
    head = (
        paragraph(tr("test"), _LEFT_HEAD), paragraph(tr("force, N"), _HEAD),
        paragraph(tr("measured, mm"), _HEAD), paragraph(tr("by the joints, mm"), _HEAD),
        paragraph(tr("left, mm"), _HEAD), paragraph(tr("counts"), _LEFT_HEAD),
    )  # fmt: skip
    worst = sorted(found.tests, key=lambda test: -test.size)[:SHOWN_TESTS]
    table = quiet_table(head, [_test(test) for test in worst], widths=_filled(_TEST_WIDTHS))
    table.setStyle(TableStyle([("ALIGN", (-1, 0), (-1, -1), "LEFT")]))
    return table


def _test(test: LoadTestResidual) -> Sequence[Cell]:
    return (
        paragraph(test.name, CELL),
        _axes(test.force, decimals=1),
        _axes(_MM * test.measured, decimals=3),
        _axes(_MM * test.predicted, decimals=3),
        number_text(_MM * test.size),
        tr("yes") if test.is_used else tr("left out"),
    )


def _axes(values: FloatArray, *, decimals: int) -> str:
    return ", ".join(f"{value + 0.0:.{decimals}f}" for value in np.round(values, decimals).tolist())


def _corrected(found: CompensationResult) -> Iterator[Flowable]:
    """Place by place the tool's shift before and after, by the reduced model."""
    head = (
        paragraph(tr("place"), _LEFT_HEAD), paragraph(tr("off before, mm"), _HEAD),
        paragraph(tr("left after, by the joints, mm"), _HEAD), paragraph(tr("steps"), _HEAD), "",
        paragraph(tr("verdict"), _LEFT_HEAD),
    )  # fmt: skip
    table = quiet_table(head, [_place(place) for place in found.places], widths=_filled(_PLACE_WIDTHS))
    table.setStyle(TableStyle([("ALIGN", (-2, 0), (-1, -1), "LEFT")]))
    yield table
    words = tr("Corrected on {date}, at a standstill under the load, from {recording}.")
    parts = [words.format(date=found.created_at[:10], recording=found.recording)]
    if isfinite(found.model_share):
        share = number_text(100.0 * found.model_share)
        words = tr("The joints themselves are wrong by {share} % of a shift on average over all poses.")
        parts.append(words.format(share=share))
    yield paragraph(" ".join(parts), QUIET)
    of_places = (reason for place in found.places for reason in place.judgement.reasons)
    yield from reason_lines([*found.judgement.reasons, *of_places])


def _place(place: CompensatedPlace) -> Sequence[Cell]:
    verdict = place.judgement.verdict
    return (
        str(place.number),
        number_text(_MM * place.shift_before),
        number_text(_MM * place.shift_after),
        str(len(place.taken) - 1),
        verdict_glyph(verdict, size=GLYPH_SIZE),
        verdict_word(verdict).lower(),
    )


def _origin(found: ReducedStiffness) -> str:
    """From what, when, by which program."""
    parts = [springs_sentence(found, tr=tr)]
    if found.source and found.route is not Route.EXPERIMENT:
        parts.append(tr("In this visit they are called {key}.").format(key=found.source))
    words = tr("Worked out on {date} for the robot {robot} by {software}.")
    parts.append(words.format(date=found.created_at[:10], robot=found.robot, software=found.software))
    if found.serial:
        parts.append(tr("Serial number {serial}.").format(serial=found.serial))
    return " ".join(parts)


def _titled(title: str, content: Sequence[Flowable]) -> Iterator[Flowable]:
    yield Spacer(1, GRID)
    yield paragraph(title, _TITLE)
    yield from content


def _filled(widths: Sequence[float]) -> list[float]:
    """The column without a width takes what is left."""
    return [width or CONTENT_WIDTH - sum(widths) for width in widths]
