"""Payload sweeps on a terminal and in JSON: those that will run, and those that are done."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.terminal.output import table
from core.fields import to_json_value
from core.payload.result import QUANTITIES

if TYPE_CHECKING:
    from app.features.payload.found import PayloadFound
    from app.features.payload.procedure import PreparedPayload
    from core.payload.plan import Coverage, PayloadSweep
    from core.robot.model import RobotModel

_DEGREES = 180.0 / math.pi
_MM = 1000.0
_DECIMALS = 2
_COLUMNS = ("number", "joint", "orientation", "from ° (mm)", "to", "°/s (mm/s)", "steady s")


def payload_plan_lines(prepared: "PreparedPayload", robot: "RobotModel") -> Iterator[RenderableType]:
    """Table of the sweeps that will run."""
    sweeps = [each.sweep for each in prepared.staged.sweeps]
    yield table("Sweeps", _COLUMNS, [_row(sweep, robot) for sweep in sweeps])
    if len(sweeps) < len(prepared.plan.sweeps):
        yield f"{len(sweeps)} of the plan's {len(prepared.plan.sweeps)} sweeps."


def _row(sweep: "PayloadSweep", robot: "RobotModel") -> tuple[object, ...]:
    scale = _MM if robot.is_prismatic[sweep.joint] else _DEGREES
    return (
        sweep.number,
        robot.joint_names[sweep.joint],
        sweep.orientation,
        round(scale * sweep.places[0], _DECIMALS) + 0.0,
        round(scale * sweep.places[-1], _DECIMALS) + 0.0,
        scale * sweep.speed,
        sweep.steady_s,
    )


def payload_run_json(found: "PayloadFound") -> dict[str, object]:
    """The documented keys of ``payload_sweeps``; SI, joints from 1."""
    plan = found.plan
    return {
        "joints": [plan.joints.first + 1, plan.joints.second + 1],
        "sweeps": [_sweep_json(sweep) for sweep in plan.sweeps],
        "missing": list(found.missing_sweeps),
        "seconds": plan.seconds,
        "notes": list(plan.notes),
        "coverage": _coverage_json(found.coverage),
    }


def _sweep_json(sweep: "PayloadSweep") -> dict[str, object]:
    return {
        "number": sweep.number,
        "joint": sweep.joint + 1,
        "orientation": sweep.orientation,
        "way": sweep.way,
        "low": sweep.low,
        "high": sweep.high,
        "speed": sweep.speed,
        "steady_s": sweep.steady_s,
    }


def _coverage_json(coverage: "Coverage | None") -> dict[str, object] | None:
    if coverage is None:
        return None
    return {
        "verdicts": dict(zip(QUANTITIES, (verdict.value for verdict in coverage.verdicts), strict=True)),
        "expected": to_json_value(coverage.expected),
        "done": list(coverage.done),
        "next": list(coverage.next_sweeps),
    }


def payload_run_lines(found: "PayloadFound") -> Iterator[str]:
    """Lines about the missing sweeps, and the verdicts that the finished ones suffice for."""
    missing = found.missing_sweeps
    if missing:
        yield (
            f"{len(missing)} of {len(found.plan.sweeps)} sweeps are missing. What was recorded counts; "
            f"run the others with the same --load and --sweeps {','.join(map(str, missing))}."
        )
    if found.coverage is not None:
        pairs = zip(QUANTITIES, found.coverage.verdicts, strict=True)
        verdicts = ", ".join(f"{name} {verdict.value}" for name, verdict in pairs)
        yield f"The sweeps that are done suffice for: {verdicts}."
