"""Planned load steps as a JSON document: the one place that fixes its keys.

SI units; what is not known is null. Joints are counted from 1. Keys may be added, never renamed.
"""

from core.elasticity.load_steps_plan import LoadStepBlock, LoadStepPlan, PoorLoad
from core.exchange.export_json import Document
from core.fields import to_json_value


def load_steps_json(plan: LoadStepPlan) -> Document:
    """The documented keys of ``load_steps``; SI, joints from 1, null where unknown."""
    return {
        "joints": [_block_json(block) for block in plan.blocks],
        "poorly_loaded": [_poor_json(poor) for poor in plan.poor],
        "masses_known": plan.masses_known,
        "seconds": plan.seconds,
    }


def _block_json(block: LoadStepBlock) -> Document:
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


def _poor_json(poor: PoorLoad) -> Document:
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
