"""How planned load steps look on a terminal and in JSON."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.features.twist.load_steps_errors import poor_load_text
from app.terminal.output import table
from core.fields import to_json_value

if TYPE_CHECKING:
    from core.elasticity.load_steps_plan import LoadStepBlock, LoadStepPlan, PoorLoad

_DEGREES = 180.0 / math.pi
_MM = 1000.0
_COLUMNS = (
    "joint", "from ° (mm)", "to", "°/s (mm/s)", "least load N·m (N)", "most", "change", "needed",
    "motor turns", "s",
)  # fmt: skip


def load_steps_json(plan: "LoadStepPlan") -> dict[str, object]:
    """The documented keys of ``load_steps``; SI, joints from 1, null where unknown."""
    return {
        "joints": [_block_json(block) for block in plan.blocks],
        "poorly_loaded": [_poor_json(poor) for poor in plan.poor],
        "masses_known": plan.masses_known,
        "seconds": plan.seconds,
    }


def _block_json(block: "LoadStepBlock") -> dict[str, object]:
    document = {
        "number": block.joint + 1,
        "pose": block.pose,
        "low": block.low,
        "high": block.high,
        "speed": block.speed,
        "load_low": block.load_low,
        "load_high": block.load_high,
        "load_needed": block.needed,
        "reverses": block.reverses,
        "motor_turns": block.motor_turns,
        "seconds": block.seconds,
        "strokes": len(block.strokes),
        "standstills": sum(len(stroke.places) - 1 for stroke in block.strokes),
    }
    return {name: to_json_value(value) for name, value in document.items()}


def _poor_json(poor: "PoorLoad") -> dict[str, object]:
    return {
        "number": poor.joint + 1,
        "obstacle": poor.obstacle.value,
        "torque": poor.torque,
        "span": poor.span,
        "needed": poor.needed,
        "payload_mass": poor.payload_mass,
        "payload_distance": poor.payload_distance,
        "is_run": poor.is_run,
    }


def load_steps_lines(
    plan: "LoadStepPlan", *, joints: Sequence[str], slides: Sequence[bool]
) -> Iterator[RenderableType]:
    """Which joints are loaded how, and why others are not."""
    yield table("Load steps", _COLUMNS, [_row(block, joints, slides) for block in plan.blocks])
    if not plan.masses_known:
        yield "The description has no masses: the loads are a stand-in's and say only where they change."
    for poor in plan.poor:
        yield poor_load_text(poor, joint=joints[poor.joint], slides=slides[poor.joint])


def _row(block: "LoadStepBlock", joints: Sequence[str], slides: Sequence[bool]) -> tuple[object, ...]:
    scale = _MM if slides[block.joint] else _DEGREES
    return (
        joints[block.joint],
        scale * block.low,
        scale * block.high,
        scale * block.speed,
        block.load_low,
        block.load_high,
        block.load_span,
        block.needed,
        block.motor_turns,
        block.seconds,
    )
