"""Encoder checks, excitation runs, load steps and kinds of torque as JSON: the one place that fixes keys.

SI units; what is not known is null. Joints are counted from 1. Keys may be added, never renamed.
"""

from core.elasticity.load_steps_plan import LoadStepBlock, LoadStepPlan, PoorLoad
from core.encoders.result import EncoderCheck
from core.exchange.export_json import Document
from core.excitation.runs.excitation_run import ExcitationRun
from core.fields import to_json_value
from core.identification.torque_kind import TorqueKindFinding


def check_json(check: EncoderCheck) -> list[Document]:
    """One entry per joint, null where it could not be measured; rad (m). Keys may be added, never renamed."""
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


def excitation_run_json(run: ExcitationRun) -> Document:
    """Keys may be added, never renamed."""
    average, peaks = run.average, run.peaks
    document = {
        "label": run.label,
        "plan": run.plan,
        "cycles": run.cycles,
        "periods_used": run.periods_used,
        "period_s": run.period_s,
        "began": list(run.began),
        "noise": dict(average.noise),
        "drift": dict(average.drift),
        "following_error": run.following_error,
        "peak_lower": peaks.lower,
        "peak_upper": peaks.upper,
        "peak_velocity": peaks.velocity,
        "peak_acceleration": peaks.acceleration,
        "limit_use": peaks.worst,
        "inside_limits": peaks.inside,
        "band_hz": peaks.band_hz,
        "shaking": peaks.shaking,
        "shaking_hz": peaks.shaking_hz,
        "torque_share": run.torque_share,
        "missing_samples": run.missing_samples,
        "verdict": run.judgement.verdict.value,
        "reasons": [reason.code for reason in run.judgement.reasons],
    }
    return {name: to_json_value(value) for name, value in document.items()}


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


def torque_kind_json(found: TorqueKindFinding) -> Document:
    """Everything about the finding, in SI units."""
    document: Document = {
        "kind": found.kind,
        "reason": found.reason,
        "serial": found.serial,
        "mark": found.mark,
        "without": found.recordings[0],
        "loaded": found.recordings[1],
        "mass": found.mass,
        "joints": [
            {
                "joint": joint.joint,
                "expected": joint.expected,
                "found": joint.found,
                "std": joint.noise,
                "counts": joint.counts,
            }
            for joint in found.joints
        ],
    }
    ready: Document = to_json_value(document)
    return ready
