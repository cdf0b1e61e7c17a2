"""What a stiffness means at a pose and over the workspace, on a terminal and in JSON; planned load tests."""

from collections.abc import Iterator, Sequence
from math import degrees
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from app.errors.text import reason_text
from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.exchange.export_json import judgement_json
from core.fields import to_json_value

if TYPE_CHECKING:
    import numpy as np

    from app.features.stiffness.tasks import StiffnessView
    from core.robot.model import RobotModel
    from core.stiffness.at_pose import PoseStiffness
    from core.stiffness.deflection_map import DeflectionMap
    from core.stiffness.load_plan import LoadTestPlan
    from core.stiffness.prediction import PredictedShift

_MM, _MICROMETRES, _PER_CENT, _KILO = 1e3, 1e6, 100.0, 1e-3
_MATRIX_ROWS = ("Fx N", "Fy N", "Fz N", "Mx N·m", "My N·m", "Mz N·m")
_MATRIX_COLUMNS = ("per", "x m", "y m", "z m", "α rad", "β rad", "γ rad")


def view_json(view: "StiffnessView | None") -> dict[str, Any]:
    """The keys about a pose and the workspace; null where nobody asked or nobody knows."""
    keys = ("pose", "tool_point_m", "load", "cartesian_stiffness", "ellipsoid", "predicted_shift_m", "map")
    if view is None:
        return dict.fromkeys(keys)
    document = {
        "pose": view.pose,
        "tool_point_m": view.tool_point,
        "load": _load_json(view),
        "cartesian_stiffness": {
            "full": None if view.full is None else view.full.stiffness,
            "reduced": view.at_joints.stiffness,
        },
        "ellipsoid": {
            "full": None if view.full is None else _ellipsoid_json(view.full),
            "reduced": _ellipsoid_json(view.at_joints),
        },
        "predicted_shift_m": None if view.predicted is None else _shift_json(view.predicted),
        "map": None if view.map is None else _map_json(view.map),
    }
    ready: dict[str, Any] = to_json_value(document)
    return ready


def view_lines(view: "StiffnessView") -> Iterator[RenderableType]:
    """The pose, how the tool gives there, its shift under the load, and the workspace."""
    yield table("The pose, ° (mm)", view.robot.joint_names, [_shown(view.robot, view.pose)])
    best = view.full or view.at_joints
    named = "all springs" if view.full is not None else "joints alone"
    yield table(
        f"Stiffness of the tool at this pose, by {named}", _MATRIX_COLUMNS, _matrix_rows(best.stiffness)
    )
    yield table(
        "How far 1 N moves the tool, along the directions in which it gives most and least",
        ("", "µm/N", "along x", "y", "z"),
        list(_ellipsoid_rows(view)),
    )
    if view.predicted is not None:
        yield from _shift_lines(view.predicted, load=_load_text(view))
    if view.map is not None:
        yield _map_sentence(view.map, view.robot)


def plan_json(plan: "LoadTestPlan") -> dict[str, Any]:
    """The keys of a planned experiment, SI."""
    document = {
        "robot": plan.robot,
        "tool": plan.tool,
        "tests": [
            {"name": name, "position": pose, "force": force, "moment": moment, "expected_shift": shift}
            for name, pose, force, moment, shift in zip(
                plan.names, plan.poses, plan.forces, plan.moments, plan.shifts, strict=True
            )
        ],
        "noise_m": plan.settings.noise,
        "expected_compliance": plan.compliance,
        "expected_std": plan.expected_std,
        "expected_relative_std": plan.relative_std,
        "noise_std": plan.noise_std,
        "condition_number": plan.condition,
        "criterion": plan.criterion,
        "told": plan.told,
        **judgement_json(plan.judgement, reason_text=reason_text),
    }
    ready: dict[str, Any] = to_json_value(document)
    return ready


def plan_lines(plan: "LoadTestPlan", *, robot: "RobotModel") -> Iterator[RenderableType]:
    """Where to stand, what to expect there, and what will be known."""
    rows = [
        (name, *_shown(robot, pose), *(_MM * shift).tolist())
        for name, pose, shift in zip(plan.names, plan.poses, plan.shifts, strict=True)
    ]
    columns = (
        "load test",
        *(f"{name} ° (mm)" for name in robot.joint_names),
        "expected x mm",
        "y mm",
        "z mm",
    )
    yield table(f"{plan.count} load tests, in an order in which the arm travels little", columns, rows)
    known = [
        (name, _KILO / value, _PER_CENT * share if told else None)
        for name, value, share, told in zip(
            robot.joint_names, plan.compliance.tolist(), plan.relative_std.tolist(), plan.told, strict=True
        )
    ]
    title = f"What they will tell, shifts measured to {_MM * plan.settings.noise:.3g} mm"
    yield table(title, ("joint", "kN·m/rad (kN/m)", "± %"), known)
    yield from judgement_lines(plan.judgement)


def _matrix_rows(matrix: "np.ndarray") -> list[Sequence[object]]:
    return [(name, *row) for name, row in zip(_MATRIX_ROWS, matrix.tolist(), strict=True)]


def _ellipsoid_rows(view: "StiffnessView") -> Iterator[Sequence[object]]:
    for name, one in (("all springs", view.full), ("joints alone", view.at_joints)):
        if one is None:
            continue
        for size, direction in zip(one.ellipsoid.size, one.ellipsoid.directions.T, strict=True):
            yield name, _MICROMETRES * float(size), *direction.tolist()


def _shift_lines(shift: "PredictedShift", *, load: str) -> Iterator[RenderableType]:
    named = (
        ("all springs", shift.full),
        ("±", shift.std),
        ("joints that stand for the links", shift.reduced),
        ("joints with rigid links", shift.joints_only),
    )
    rows = [(name, *(_MM * one).tolist()) for name, one in named]
    yield table(f"Shift of the tool under {load}, mm in the base frame", ("", "x", "y", "z"), rows)
    yield from (f"  - {reason_text(one)}" for one in shift.judgement.reasons)


def _map_sentence(found: "DeflectionMap", robot: "RobotModel") -> str:
    named = zip(robot.joint_names, _shown(robot, found.worst_position), robot.is_prismatic, strict=True)
    pose = ", ".join(f"{name} {value:.1f} {'mm' if slides else '°'}" for name, value, slides in named)
    return (
        f"Over the workspace ({found.poses} poses) the load moves the tool {_MM * found.average:.3g} mm on "
        f"average and at most {_MM * found.most:.3g} mm: {_MM * float(found.worst[0]):.0f} mm from the axis "
        f"of the base, {_MM * float(found.worst[1]):.0f} mm high, at {pose}."
    )


def _shown(robot: "RobotModel", pose: "np.ndarray") -> list[float]:
    """In degrees, and mm for joints that slide."""
    pairs = zip(pose.tolist(), robot.is_prismatic.tolist(), strict=True)
    return [_MM * value if slides else degrees(value) for value, slides in pairs]


def _load_text(view: "StiffnessView") -> str:
    from core.stiffness.prediction import FlangeLoad

    if isinstance(view.load, FlangeLoad):
        x, y, z = (f"{_MM * value:.4g}" for value in view.load.center)
        return f"{view.load.mass:.4g} kg at {x}, {y}, {z} mm in the flange frame"
    return f"a force of {', '.join(f'{value:.4g}' for value in view.load.tolist())} N in the base frame"


def _load_json(view: "StiffnessView") -> dict[str, Any]:
    from core.stiffness.prediction import FlangeLoad

    if isinstance(view.load, FlangeLoad):
        return {"mass": view.load.mass, "center": view.load.center, "covariance": view.load.covariance}
    return {"force": view.load}


def _ellipsoid_json(one: "PoseStiffness") -> dict[str, Any]:
    return {"size": one.ellipsoid.size, "directions": one.ellipsoid.directions}


def _shift_json(shift: "PredictedShift") -> dict[str, Any]:
    return {
        "full": shift.full,
        "std": shift.std,
        "reduced": shift.reduced,
        "joints_only": shift.joints_only,
        "torques": shift.torques,
        **judgement_json(shift.judgement, reason_text=reason_text),
    }


def _map_json(found: "DeflectionMap") -> dict[str, Any]:
    return {
        "radius": found.radius,
        "height": found.height,
        "largest": found.largest,
        "mean": found.mean,
        "count": found.count,
        "worst_position": found.worst_position,
        "worst": found.worst,
        "poses": found.poses,
    }
