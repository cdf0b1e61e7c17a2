"""How the stiffness of an arm looks on a terminal: its joints, who gives how much, and the load tests."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.errors.text import mark_text, reason_text
from app.features.stiffness.words import error_sentence, headline, springs_sentence
from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.stiffness.shares import leading_springs, link_shares

if TYPE_CHECKING:
    from core.exchange.load_tests_file import LoadTestFile
    from core.stiffness.result import LoadTestResidual, ReducedJoint, ReducedStiffness

_KILO, _MM, _PER_CENT = 1e-3, 1e3, 100.0
_SHOWN_SPRINGS = 10
_JOINT_COLUMNS = (
    "joint",
    "own spring kN·m/rad (kN/m)",
    "±",
    "with its links",
    "±",
    "factor",
    "lever mm",
    "verdict",
)
_TEST_COLUMNS = ("load test", "force N", "x mm", "y mm", "z mm", "by the joints x", "y", "z", "left mm", "")
_BESIDE_COLUMNS = ("", "algebra", "experiment", "±", "apart %", "of ±")


def stiffness_lines(
    found: "ReducedStiffness",
    *,
    algebra: "ReducedStiffness | None" = None,
    file: "LoadTestFile | None" = None,
) -> Iterator[RenderableType]:
    """Sentences and tables, the answer first; ``algebra`` stands beside an experiment where it is known."""
    if mark := mark_text(found.mark):
        yield mark
    yield headline(found)
    yield table("The joints of the reduced model", _JOINT_COLUMNS, [_joint_row(one) for one in found.joints])
    yield error_sentence(found)
    yield springs_sentence(found)
    if found.contributions:
        yield from _link_tables(found)
    if file is not None:
        yield from _file_sentences(file)
    if found.tests:
        yield table("The load tests", _TEST_COLUMNS, [_test_row(one) for one in found.tests])
    if algebra is not None:
        yield table(
            "Algebra and experiment side by side", _BESIDE_COLUMNS, list(_beside_rows(algebra, found))
        )


def reason_lines(found: "ReducedStiffness") -> Iterator[str]:
    """Every joint's verdict with its reasons, then that of the whole."""
    told: set[str] = set()
    for joint in found.joints:
        texts = [reason_text(reason) for reason in joint.judgement.reasons]
        for text in texts:
            if text not in told:
                yield f"{joint.joint}: {joint.judgement.verdict.value}. {text}"
        told.update(texts)
    rest = tuple(one for one in found.judgement.reasons if reason_text(one) not in told)
    yield from judgement_lines(replace(found.judgement, reasons=rest))


def _joint_row(joint: "ReducedJoint") -> Sequence[object]:
    return (
        joint.joint,
        _KILO * joint.spring,
        _told(_KILO * joint.spring_std),
        _KILO * joint.stiffness,
        _told(_KILO * joint.stiffness_std),
        joint.factor,
        None if joint.is_prismatic else _MM * joint.lever,
        f"{joint.judgement.verdict.value}{', held' if joint.is_held else ''}",
    )


def _told(std: float) -> float | None:
    """A doubt of nothing is one that nobody told."""
    return std if std > 0.0 else None


def _link_tables(found: "ReducedStiffness") -> Iterator[RenderableType]:
    shares = _PER_CENT * link_shares(found)
    rows = [
        (f"link of {one.label}" if one.link >= 0 else one.label, *row.tolist())
        for one, row in zip(found.contributions, shares, strict=True)
    ]
    own = _PER_CENT - shares.sum(axis=0)
    rows.append(("the joint's own spring", *own.tolist()))
    yield table("Who gives how much, % of each joint", ("", *found.joint_names), rows)
    leading = [
        (f"{one.pair} of link of {one.link}", one.joint, _PER_CENT * one.share)
        for one in leading_springs(found, count=_SHOWN_SPRINGS)
    ]
    yield table("The link springs that matter most", ("spring", "in", "% of it"), leading)


def _file_sentences(file: "LoadTestFile") -> Iterator[str]:
    if file.registration is not None:
        yield (
            f"The frame of the measured points lies over the base frame to "
            f"{_MM * file.registration.rms:.3g} mm (rms of {file.registration.points} points)."
        )
    for line in file.left_out:
        yield f"  - {line.name or 'line'} (line {line.line}): {reason_text(line.reason)}"
    if file.unused:
        yield f"Columns that were not used: {', '.join(file.unused)}."


def _test_row(test: "LoadTestResidual") -> Sequence[object]:
    force = ", ".join(f"{value:.4g}" for value in test.force.tolist())
    return (
        test.name,
        force,
        *(_MM * test.measured).tolist(),
        *(_MM * test.predicted).tolist(),
        _MM * test.size,
        "" if test.is_used else "left out",
    )


def _beside_rows(algebra: "ReducedStiffness", found: "ReducedStiffness") -> Iterator[Sequence[object]]:
    """As [Mikhel], Table 4: stiffness, error, computing time."""
    for pair in zip(algebra.joints, found.joints, strict=True):
        yield _beside(*pair)
    nothing = (None, None, None)
    if math.isfinite(found.error.rigid_links_mean):  # both against the full model
        name = f"mean error mm at {found.error.force:.4g} N"
        yield name, _MM * algebra.error.mean, _MM * found.error.mean, *nothing
    else:
        yield f"mean error mm at {algebra.error.force:.4g} N", _MM * algebra.error.mean, None, *nothing
        yield "mean error mm of the tests", None, _MM * found.error.mean, *nothing
    yield "computing s", algebra.seconds, found.seconds, *nothing


def _beside(algebra: "ReducedJoint", found: "ReducedJoint") -> Sequence[object]:
    apart = found.stiffness - algebra.stiffness
    std = found.stiffness_std
    return (
        f"{found.joint} {'kN/m' if found.is_prismatic else 'kN·m/rad'}",
        _KILO * algebra.stiffness,
        _KILO * found.stiffness,
        _KILO * std,
        _PER_CENT * apart / algebra.stiffness,
        abs(apart) / std if std > 0.0 else math.nan,
    )
