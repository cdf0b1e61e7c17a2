"""How a planned or judged excitation trajectory looks on a terminal."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.errors.text import shortfall_text
from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.excitation.limits.motion_limits import LimitOrigin, MotionLimits

if TYPE_CHECKING:  # a plan brings the compiled kernels along
    from core.excitation.excitation_plan import ExcitationPlan

_DEGREES = 180.0 / math.pi
_MM = 1000.0
_PERCENT = 100.0
_RATES = ("velocity", "acceleration")
_QUANTITIES = ("position", *_RATES)
_BLOCKS = ("whole regressor", "acceleration part", "velocity part", "position part")
_LIMIT_COLUMNS = (
    *("joint", "from °", "to °", "limits °", "used %", "speed °/s", "limit °/s", "used %"),
    *("accel. °/s²", "limit °/s²", "used %", "torque %"),
)
_DEFAULT_MARK = "*"


def excitation_tables(
    plan: "ExcitationPlan", limits: MotionLimits, *, joints: Sequence[str], slides: Sequence[bool]
) -> Iterator[RenderableType]:
    """The motion, how well it excites the arm, every joint against its limits, and the verdict."""
    yield _motion_line(plan)
    yield f"Condition number {_number(plan.condition_number)} ({plan.convention})"
    yield _numbers_table(plan)
    yield _limit_table(plan, limits, joints=joints, slides=slides)
    yield from _default_lines(limits)
    yield f"Largest share of any limit, on a 5 ms grid: {_PERCENT * plan.limit_use:.1f} %"
    yield f"Start pose and rest at both ends are missed by {plan.boundary_error:.2g} rad, rad/s, rad/s²"
    yield _approach_line(plan)
    yield f"Top speed of any point: {_MM * plan.top_speed:.0f} mm/s"
    if plan.evaluations:
        count = "1 evaluation" if plan.evaluations == 1 else f"{plan.evaluations} evaluations"
        yield f"Planned in {plan.seconds:.1f} s, {count}"
    yield from judgement_lines(plan.judgement)
    for shortfall in plan.shortfalls:
        yield f"  - {'[NOT ALLOWED]' if shortfall.blocking else '[note]'} {shortfall_text(shortfall)}"


def _motion_line(plan: "ExcitationPlan") -> str:
    trajectory = plan.trajectory
    locked = ", ".join(str(joint + 1) for joint in plan.settings.locked)
    return (
        f"Excitation of {plan.robot}: {_kind(plan)}, {trajectory.a.shape[1]} harmonics, "
        f"period {trajectory.period_s:g} s, limits {plan.settings.limits}"
        + (f", joint {locked} locked" if locked else "")
    )


def _kind(plan: "ExcitationPlan") -> str:
    from core.exchange.trajectory_json import trajectory_json

    return str(trajectory_json(plan)["kind"])


def _numbers_table(plan: "ExcitationPlan") -> RenderableType:
    numbers = plan.numbers
    block = numbers.block
    rows: list[tuple[object, ...]] = [
        ("Frobenius condition number of YᵀY", _number(numbers.frobenius), None, None),
        ("log det YᵀY", _number(numbers.log_determinant), None, None),
        ("block index", _number(block.index), None, None),
    ]
    weights = (None, *block.weights)
    for name, condition, columns, weight in zip(
        _BLOCKS, block.condition_numbers, block.columns, weights, strict=True
    ):
        rows.append((f"  condition number, {name}", _number(condition), columns, weight))
    return table("Other criteria", ("", "value", "columns", "weight"), rows)


def _limit_table(
    plan: "ExcitationPlan", limits: MotionLimits, *, joints: Sequence[str], slides: Sequence[bool]
) -> RenderableType:
    columns = [column.replace("°", "° (mm)") if any(slides) else column for column in _LIMIT_COLUMNS]
    rows = [
        (name, *_joint_row(plan, limits, joint, scale=_MM if slides[joint] else _DEGREES))
        for joint, name in enumerate(joints)
    ]
    return table("Peaks against limits", columns, rows)


def _joint_row(plan: "ExcitationPlan", limits: MotionLimits, joint: int, *, scale: float) -> Iterator[object]:
    """The cells of one joint, its name left out."""
    peaks = plan.peaks
    used = [round(_PERCENT * share, 1) for share in peaks.limit_use[joint].tolist()]
    ends = f"{limits.lower[joint] * scale:.1f} to {limits.upper[joint] * scale:.1f}"
    yield round(float(peaks.lower[joint]) * scale, 1)
    yield round(float(peaks.upper[joint]) * scale, 1)
    yield f"{ends}{_mark(limits, 'position', joint)}"
    yield used[0]
    for quantity, share in zip(_RATES, used[1:], strict=True):
        yield round(float(getattr(peaks, quantity)[joint]) * scale, 1)
        yield f"{getattr(limits, quantity)[joint] * scale:.1f}{_mark(limits, quantity, joint)}"
        yield share
    yield round(_PERCENT * float(plan.torque_share[joint]), 1)


def _mark(limits: MotionLimits, quantity: str, joint: int) -> str:
    return _DEFAULT_MARK if joint in limits.origin.joints(quantity, origin=LimitOrigin.DEFAULT) else ""


def _default_lines(limits: MotionLimits) -> Iterator[str]:
    if any(limits.origin.joints(quantity, origin=LimitOrigin.DEFAULT) for quantity in _QUANTITIES):
        yield f"{_DEFAULT_MARK} the maker gives none; this is the program's default"


def _approach_line(plan: "ExcitationPlan") -> str:
    pair = plan.closest
    if pair is None:
        return "Closest approach: not looked at (--collision off)"
    if not pair.first:
        return "Closest approach: nothing can touch anything"
    return (
        f"Closest approach: {_MM * pair.distance:.0f} mm between {pair.first} and {pair.second} "
        f"at {plan.closest_time:.2f} s"
    )


def _number(value: float) -> str:
    return f"{value:.5g}" if math.isfinite(value) else "infinite"
