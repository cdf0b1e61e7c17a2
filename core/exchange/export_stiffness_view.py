"""A stiffness at a pose and load tests as JSON, with their keys, and a map of the tool's shifts as CSV.

SI units, the base frame; what is not known is null. Keys may be added, never renamed.
"""

from pathlib import Path

import numpy as np

from core.exchange.csv_text import table_text
from core.exchange.export_json import Document, ReasonText, judgement_json, reason_code
from core.exchange.load_tests_file import LoadTestFile
from core.fields import to_json_value
from core.recording import FloatArray
from core.stiffness.cartesian import PoseStiffness
from core.stiffness.deflection_map import DeflectionMap, StiffnessView
from core.stiffness.load_plan import LoadTestPlan
from core.stiffness.prediction import FlangeLoad, PredictedShift
from core.storage.output_writer import write_whole

_VIEW_KEYS = ("pose", "tool_point_m", "load", "cartesian_stiffness", "ellipsoid", "predicted_shift_m", "map")


HEADINGS = ("radius_from_m", "radius_to_m", "height_from_m", "height_to_m", "largest_m", "mean_m", "poses")


def view_json(view: StiffnessView | None, *, reason_text: ReasonText = reason_code) -> Document:
    """The keys about a pose and the workspace; null where not asked for, or unknown."""
    if view is None:
        return dict.fromkeys(_VIEW_KEYS)
    document = {
        "pose": view.pose,
        "tool_point_m": view.tool_point,
        "load": _load_json(view.load),
        "cartesian_stiffness": {
            "full": None if view.full is None else view.full.stiffness,
            "reduced": view.at_joints.stiffness,
        },
        "ellipsoid": {
            "full": None if view.full is None else _ellipsoid_json(view.full),
            "reduced": _ellipsoid_json(view.at_joints),
        },
        "predicted_shift_m": None if view.predicted is None else _shift_json(view.predicted, reason_text),
        "map": None if view.map is None else _map_json(view.map),
    }
    ready: Document = to_json_value(document)
    return ready


def load_plan_json(plan: LoadTestPlan, *, reason_text: ReasonText = reason_code) -> Document:
    """The keys of a planned experiment."""
    tests = zip(plan.names, plan.poses, plan.forces, plan.moments, plan.shifts, strict=True)
    document = {
        "robot": plan.robot,
        "tool": plan.tool,
        "tests": [
            {"name": name, "position": pose, "force": force, "moment": moment, "expected_shift": shift}
            for name, pose, force, moment, shift in tests
        ],
        "noise_m": plan.settings.noise,
        "expected_compliance": plan.compliance,
        "expected_std": plan.expected_std,
        "expected_relative_std": plan.relative_std,
        "noise_std": plan.noise_std,
        "condition_number": plan.condition,
        "criterion": plan.criterion,
        "told": plan.determined,
        **judgement_json(plan.judgement, reason_text=reason_text),
    }
    ready: Document = to_json_value(document)
    return ready


def load_file_json(file: LoadTestFile | None) -> Document:
    """Return the remarks of a file of load tests; null for tests that were computed."""
    if file is None:
        return {"registration": None, "left_out_lines": None, "unused_columns": None}
    found = file.registration
    document = {
        "registration": found
        and {
            "rms_m": found.rms,
            "points": found.points,
            "rotation": found.rotation,
            "translation_m": found.translation,
            "rotation_std": found.rotation_std,
        },
        "left_out_lines": [
            {"name": one.name, "line": one.line, "code": one.reason.code} for one in file.left_out
        ],
        "unused_columns": file.unused,
    }
    ready: Document = to_json_value(document)
    return ready


def _load_json(load: FlangeLoad | FloatArray) -> Document:
    if isinstance(load, FlangeLoad):
        return {"mass": load.mass, "center": load.center, "covariance": load.covariance}
    return {"force": load}


def _ellipsoid_json(one: PoseStiffness) -> Document:
    return {"size": one.ellipsoid.size, "directions": one.ellipsoid.directions}


def _shift_json(shift: PredictedShift, reason_text: ReasonText) -> Document:
    return {
        "full": shift.full,
        "std": shift.std,
        "reduced": shift.reduced,
        "joints_only": shift.joints_only,
        "torques": shift.torques,
        **judgement_json(shift.judgement, reason_text=reason_text),
    }


def _map_json(found: DeflectionMap) -> Document:
    names = ("radius", "height", "largest", "mean", "count", "worst_position", "worst", "poses")
    return {name: getattr(found, name) for name in names}


def write_map(found: DeflectionMap, path: Path) -> None:
    """Write the map; places that no pose reaches are left away.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    rows = [
        [
            *(repr(float(edge)) for edge in found.radius[column : column + 2]),
            *(repr(float(edge)) for edge in found.height[row : row + 2]),
            repr(float(found.largest[row, column])),
            repr(float(found.mean[row, column])),
            int(found.count[row, column]),
        ]
        for row, column in zip(*np.nonzero(found.count), strict=True)
    ]
    write_whole(path, table_text((HEADINGS, *rows)).encode())
