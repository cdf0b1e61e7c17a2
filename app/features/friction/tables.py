"""How measured friction looks on a terminal and in JSON."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.fields import to_json_value
from core.friction.sweeps.choice import best_for_all

if TYPE_CHECKING:
    from core.friction.sweeps.result import FrictionFit, FrictionSweeps, JointSweeps

_DEGREES = 180.0 / math.pi
_MM = 1000.0
_POINT_COLUMNS = ("joint", "speed °/s (mm/s)", "friction N·m (N)", "±", "even part", "load", "pose")
_MODEL_COLUMNS = ("joint", "model", "error on strokes left out, N·m (N)", "±", "")


def friction_json(sweeps: "FrictionSweeps") -> dict[str, object]:
    """The documented keys of ``friction``; SI, null where unknown."""
    best = best_for_all(sweeps.joints)
    return {
        "recordings": list(sweeps.recordings),
        "torque_from": sweeps.torque_from,
        "drive_gain": to_json_value(sweeps.drive_gain),
        "best_kind": None if best is None else best.value,
        "shapes": sweeps.shapes(best),
        "joints": [_joint_json(joint) for joint in sweeps.joints],
        "verdict": sweeps.judgement.verdict.value,
        "reasons": [reason.code for reason in sweeps.judgement.reasons],
    }


def _joint_json(joint: "JointSweeps") -> dict[str, object]:
    points = joint.points
    document = {
        "joint": joint.joint,
        "number": joint.number + 1,
        "speed": points.speed,
        "friction": points.torque,
        "friction_std": points.std,
        "even": points.even,
        "load": points.load,
        "pose": [int(pose) + 1 for pose in points.pose],
        "chosen": joint.chosen,
        "fits": [_fit_json(fit) for fit in joint.fits],
        "load_coefficient": joint.load_coefficient,
        "load_coefficient_std": joint.load_coefficient_std,
        "load_span": joint.load_span,
        "drift": joint.drift,
        "drift_std": joint.drift_std,
        "warming": joint.warming,
        "verdict": joint.judgement.verdict,
        "reasons": [reason.code for reason in joint.judgement.reasons],
    }
    return {name: to_json_value(value) for name, value in document.items()}


def _fit_json(fit: "FrictionFit") -> dict[str, object]:
    return {
        "kind": fit.kind.value,
        "names": list(fit.names),
        "units": list(fit.units),
        "coefficients": fit.coefficients,
        "std": fit.std,
        "shape": fit.shape,
        "error": fit.error,
        "error_std": fit.error_std,
    }


def friction_lines(sweeps: "FrictionSweeps") -> Iterator[RenderableType]:
    """Points, models, what load does, and the verdict."""
    yield table("Friction at steady speeds", _POINT_COLUMNS, _point_rows(sweeps))
    yield table("Models", _MODEL_COLUMNS, _model_rows(sweeps))
    yield table("Chosen models", ("joint", "coefficient", "value", "±", "unit"), _coefficient_rows(sweeps))
    rows = [
        (
            joint.joint,
            joint.load_coefficient,
            joint.load_coefficient_std,
            joint.load_span,
            joint.drift,
            joint.drift_std,
            joint.warming,
            joint.judgement.verdict.value,
        )
        for joint in sweeps.joints
    ]
    columns = ("joint", "friction per load", "±", "load changed by", "drift", "±", "warming K", "verdict")
    yield table("Load and warming, N·m (N)", columns, rows)
    best = best_for_all(sweeps.joints)
    if best is not None:
        yield f"One model for all joints: {best.value}."
    yield from judgement_lines(sweeps.judgement)


def _point_rows(sweeps: "FrictionSweeps") -> Iterator[tuple[object, ...]]:
    for joint in sweeps.joints:
        shown = joint.points.speed * (_MM if joint.is_prismatic else _DEGREES)
        points = joint.points
        columns = (shown, points.torque, points.std, points.even, points.load, points.pose)
        for speed, torque, std, even, load, pose in zip(
            *(column.tolist() for column in columns), strict=True
        ):
            yield joint.joint, speed, torque, std, even, load, int(pose) + 1


def _model_rows(sweeps: "FrictionSweeps") -> Iterator[tuple[object, ...]]:
    for joint in sweeps.joints:
        for fit in joint.fits:
            mark = "chosen" if fit.kind is joint.chosen else ""
            yield joint.joint, fit.kind.value, fit.error, fit.error_std, mark


def _coefficient_rows(sweeps: "FrictionSweeps") -> Iterator[tuple[object, ...]]:
    for joint in sweeps.joints:
        fit = joint.fit
        if fit is None:
            continue
        told = zip(fit.names, fit.coefficients.tolist(), fit.std.tolist(), fit.units, strict=True)
        for name, value, std, unit in told:
            if math.isfinite(std):
                yield joint.joint, name, value, std, unit
        for name, constant in fit.shape.items():
            yield joint.joint, name, constant, None, "shape"
