"""An identification as a JSON document: the one place that fixes its keys.

``torsion identify --json``, the report's JSON and ``torsion export --to json`` all
write what this file returns. SI units; one entry per joint, in joint order; a number
that does not exist (NaN or infinite) becomes null. Keys may be added, never renamed.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from core.exchange.json_text import json_text
from core.fields import to_json_value
from core.identification.choosing.result import Choice
from core.identification.result import (
    IdentificationResult,
    JointFriction,
    Parameter,
    Provenance,
    Validation,
)
from core.identification.setup_checks.result import SetupChecks
from core.quality import Judgement, Reason
from core.storage.output_writer import write_whole

Document = dict[str, Any]
ReasonText = Callable[[Reason], str]
_INERTIA = ("ixx", "ixy", "iyy", "ixz", "iyz", "izz")


def reason_code(reason: Reason) -> str:
    """The bare code of a reason: the document's text where no words are supplied."""
    return reason.code


def write_json(
    result: IdentificationResult,
    path: Path,
    *,
    reason_text: ReasonText = reason_code,
    beside: Mapping[str, object] | None = None,
) -> None:
    """Write the identification with its covariance and robot description to ``path``.

    ``beside`` are documents on other things of the same visit, by their keys.
    """
    document = {**identification_json(result, reason_text=reason_text), **(beside or {})}
    document["covariance"] = to_json_value(result.covariance)
    parts = result.systematic
    document["covariance_systematic"] = None if parts is None else to_json_value(parts.total)
    document["robot_toml"] = result.robot_toml
    write_whole(path, json_text(document).encode())


def identification_json(result: IdentificationResult, *, reason_text: ReasonText = reason_code) -> Document:
    """Everything about an identification that fits a report, ready for ``json.dumps``.

    ``validation`` judges the model on the recordings that were held back, ``fit`` on those
    it was fitted to.

    Parameters
    ----------
    result
        The identification.
    reason_text
        Words a reason; without it the reasons carry their codes alone.
    """
    document: Document = {
        "base_parameter_count": result.base_parameter_count,
        "base_parameters": [
            parameter_json(parameter, reason_text=reason_text) for parameter in result.base_parameters
        ],
        "friction": [friction_json(joint, reason_text=reason_text) for joint in result.friction],
        "offsets": [parameter_json(parameter, reason_text=reason_text) for parameter in result.offsets],
        "coupling": [parameter_json(parameter, reason_text=reason_text) for parameter in result.coupling],
        "drive_gain": result.drive_gain,
        "gain_source": result.gain_source,
        "condition_number": result.condition_number,
        "condition_convention": result.condition_convention,
        "rank": result.rank,
        "residual_std": result.residual_std,
        "physical": physical_json(result, reason_text=reason_text),
        "setup_checks": setup_json(result.setup),
        "residual_model": residual_json(result, reason_text=reason_text),
        "loops": result.loops,
        "choice": choice_json(result.choice),
        "columns": _columns(result),
        **judgement_json(result.judgement, reason_text=reason_text),
        **unseen_json(result.unseen, reason_text=reason_text),
        "validation": [validation_json(judged) for judged in result.validation if not judged.used_in_fit],
        "fit": [validation_json(judged) for judged in result.validation if judged.used_in_fit],
        "settings": settings_json(result),
        "provenance": provenance_json(result.provenance),
    }
    ready: Document = to_json_value(document)
    return ready


def judgement_json(judgement: Judgement, *, reason_text: ReasonText = reason_code) -> Document:
    """Return the keys ``verdict`` and ``reasons`` of a judgement."""
    return {
        "verdict": judgement.verdict.value,
        "reasons": [
            to_json_value({"code": one.code, "verdict": one.verdict, **_said(one, reason_text)})
            for one in judgement.reasons
        ],
    }


def unseen_json(unseen: Iterable[Reason], *, reason_text: ReasonText = reason_code) -> Document:
    """Return the key ``could_not_show``: what the recordings of a result could not have shown."""
    found = [to_json_value({"code": one.code, **_said(one, reason_text)}) for one in unseen]
    return {"could_not_show": found}


def _said(reason: Reason, reason_text: ReasonText) -> Document:
    return {"text": reason_text(reason), "facts": reason.facts}


def parameter_json(parameter: Parameter, *, reason_text: ReasonText = reason_code) -> Document:
    """One parameter: value, standard deviation with its two parts, and what limits it."""
    ready: Document = to_json_value(
        {
            "expression": parameter.expression,
            "value": parameter.value,
            "std": parameter.std,
            "relative_std": parameter.relative_std,
            "std_statistical": parameter.statistical,
            "std_systematic": parameter.systematic,
            "unit": parameter.unit,
            **judgement_json(parameter.judgement, reason_text=reason_text),
        }
    )
    return ready


def friction_json(joint: JointFriction, *, reason_text: ReasonText = reason_code) -> Document:
    """The friction of one joint: coefficients, shape constants, curve and points."""
    ready: Document = to_json_value(
        {
            "joint": joint.joint,
            "kind": joint.kind,
            "coefficients": [
                parameter_json(coefficient, reason_text=reason_text) for coefficient in joint.coefficients
            ],
            "shape_constants": joint.shape_constants,
            "curve": {"speed": joint.curve_speed, "torque": joint.curve_torque},
            "points": {
                "speed": joint.point_speed,
                "torque": joint.point_torque,
                "std": joint.point_std,
            },
        }
    )
    return ready


def residual_json(result: IdentificationResult, *, reason_text: ReasonText = reason_code) -> Document | None:
    """The residual learner: for every joint whether it is on, and what leaving runs out showed."""
    model = result.residual_model
    if model is None:
        return None
    joints = [
        {
            "joint": joint.joint,
            "active": joint.active,
            "size": joint.size,
            "error_without": joint.error_without,
            "error_with": joint.error_with,
            **judgement_json(joint.judgement, reason_text=reason_text),
        }
        for joint in model.joints
    ]
    ready: Document = to_json_value({"kind": model.kind, "features": model.features, "joints": joints})
    return ready


def physical_json(result: IdentificationResult, *, reason_text: ReasonText = reason_code) -> Document | None:
    """The possible bodies: mass, first moments and inertia of every link at its frame's origin."""
    physical = result.physical
    if physical is None:
        return None
    links = [
        {
            "joint": friction.joint,
            "mass": standard[0],
            "first_moment": standard[1:4],
            "inertia": dict(zip(_INERTIA, standard[4:].tolist(), strict=True)),
            "rotor_inertia": rotor,
        }
        for friction, standard, rotor in zip(
            result.friction, physical.standard, physical.rotor_inertia, strict=True
        )
    ]
    ready: Document = to_json_value(
        {
            "feasible": physical.feasible,
            "min_eigenvalue": physical.min_eigenvalue,
            "links": links,
            "cost": physical.cost,
            "held_out_cost": physical.held_out_cost,
            "undetermined": physical.undetermined,
            **judgement_json(physical.judgement, reason_text=reason_text),
        }
    )
    return ready


def validation_json(validation: Validation) -> Document:
    """A model judged on one recording: the entry of ``validation`` and of ``torsion verify``."""
    ready: Document = to_json_value(
        {
            "recording": validation.recording,
            "rms_torque": validation.rms_torque,
            "rms_current": validation.rms_current,
            "relative_error": validation.relative_error,
            "total_rms_torque": validation.total_rms_torque,
            "total_rms_current": validation.total_rms_current,
            "moving_rms_torque": validation.moving_rms_torque,
            "total_relative_error": validation.total_relative_error,
            "moving_relative_error": validation.moving_relative_error,
            "weighted_relative_error": validation.weighted_relative_error,
            "used_in_fit": validation.used_in_fit,
            "sample_count": validation.sample_count,
        }
    )
    return ready


def setup_json(setup: SetupChecks | None) -> Document | None:
    """The figures of the checks of the set-up, SI; null where nothing is known."""
    if setup is None:
        return None
    ready: Document = to_json_value(
        {
            "mounting": {
                "angle": setup.mounting_angle,
                "std": setup.mounting_std,
                "gravity": setup.gravity,
            },
            "lag_s": setup.lag,
            "lag_std_s": setup.lag_std,
            "scale_error": setup.scale,
            "scale_error_std": setup.scale_std,
            "friction": setup.friction,
            "friction_std": setup.friction_std,
            "exchange": {"joints": setup.exchanged_pair, "log_error": setup.exchange_log_error},
            "unexplained": setup.unexplained,
            "unexplained_corrected": setup.corrected,
            "reported_zero": setup.reported_zero,
            "coupled": setup.coupled,
            "tried": [
                {"code": one.code, "joints": one.joints, "score": one.score, "holds": one.holds}
                for one in setup.tried
            ],
        }
    )
    return ready


def choice_json(choice: Choice | None) -> Document | None:
    """The choice of friction model and cut-off by data; null where both were given.

    ``error`` is the relative torque error on motion left out of the fit, ``behind`` its mean difference to
    the best candidate; each with its standard error.
    """
    if choice is None:
        return None
    ready: Document = to_json_value(
        {
            "friction": choice.friction,
            "filter_hz": choice.filter_hz,
            "band_hz": choice.band_hz,
            "noisy_from_hz": choice.noisy_from_hz,
            "folds": choice.folds,
            "left_out": "runs" if choice.leaves_runs else "blocks",
            "tried": [
                {
                    "friction": one.friction,
                    "filter_hz": one.filter_hz,
                    "error": one.error,
                    "std": one.std,
                    "behind": one.behind,
                    "behind_std": one.behind_std,
                    "close": one.is_close,
                    "joint_error": one.joint_error,
                    "chosen": choice.is_chosen(one),
                }
                for one in choice.tried
            ],
        }
    )
    return ready


def settings_json(result: IdentificationResult) -> Document:
    """The settings of the fit, by the names of the command-line options where there is one."""
    settings = result.settings
    ready: Document = to_json_value(
        {
            "friction": settings.friction,
            "auto_friction": settings.auto_friction,
            "auto_filter": settings.auto_filter,
            "estimator": settings.estimator,
            "filter_hz": settings.filter_hz,
            "moving_only": settings.moving_only,
            "residual": settings.residual,
            "features": settings.features,
            "physical": settings.physical,
            "mass_tolerance": settings.mass_tolerance,
            "drive_gain": settings.drive_gain,
            "gravity": settings.gravity,
            "torque_lag_s": settings.torque_lag,
            "reported_zero": settings.reported_zero,
            "coupled": settings.coupled,
            "velocity_from_position": settings.velocity_from_position,
            "block_s": settings.block_s,
            "iterations": settings.iterations,
        }
    )
    return ready


def provenance_json(provenance: Provenance) -> Document:
    """Which recordings, rows and software led to the result, and whether it is synthetic."""
    ready: Document = to_json_value(
        {
            "robot": provenance.robot,
            "recordings": [
                {"label": label, "sha256": checksum, "rows": rows}
                for label, checksum, rows in zip(
                    provenance.recordings, provenance.sha256, provenance.rows, strict=True
                )
            ],
            "row_count": provenance.row_count,
            "software": provenance.software,
            "created_at": provenance.created_at,
            "synthetic": provenance.synthetic,
            "mark": provenance.shown_mark.value,
        }
    )
    return ready


def _columns(result: IdentificationResult) -> list[Document]:
    std = np.sqrt(np.diagonal(result.covariance))
    return [
        {"name": name, "value": value, "std": deviation}
        for name, value, deviation in zip(
            result.column_names, result.estimate.tolist(), std.tolist(), strict=True
        )
    ]
