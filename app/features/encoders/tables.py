"""How a check of the encoders looks on a terminal and in JSON."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.terminal.judgement import judgement_lines
from app.terminal.output import table

if TYPE_CHECKING:
    from core.encoders.result import EncoderCheck, JointCheck

_MM = 1000.0
_DEGREES = 180.0 / math.pi


def check_json(check: "EncoderCheck") -> list[dict[str, object]]:
    """One entry per joint, null where it could not be measured; rad (m)."""
    return [
        {
            "joint": joint.joint,
            "reference": joint.reference,
            "sign": joint.sign or None,
            "slope": joint.slope,
            "slope_std": joint.slope_std,
            "offset": joint.offset,
            "offset_change": joint.offset_change,
            "turned": joint.turned,
            "turns": joint.turns,
            "direction_gap": joint.direction_gap,
            "moved": joint.moved,
            "commanded_ratio": joint.commanded_ratio,
            "verdict": joint.judgement.verdict.value,
            "reasons": [reason.code for reason in joint.judgement.reasons],
        }
        for joint in check.joints
    ]


def check_lines(check: "EncoderCheck", *, slides: Sequence[bool]) -> Iterator[RenderableType]:
    """A table of the joints, and the verdict."""
    yield _check_table(check.joints, slides=slides)
    yield from judgement_lines(check.judgement)


def _check_table(joints: Sequence["JointCheck"], *, slides: Sequence[bool]) -> RenderableType:
    columns = ("joint", "against", "sign", "slope", "±", "offset ° (mm)", "moved ° (mm)", "verdict")
    rows = [
        (
            joint.joint,
            joint.reference or None,
            joint.sign or None,
            joint.slope,
            joint.slope_std,
            None if joint.offset is None else joint.offset * (_MM if slide else _DEGREES),
            joint.moved * (_MM if slide else _DEGREES),
            joint.judgement.verdict.value,
        )
        for joint, slide in zip(joints, slides, strict=True)
    ]
    return table("Motor against link encoder", columns, rows)
