"""Validation of fitted parts on recordings not used for fitting."""

from collections.abc import Mapping, Sequence

import numpy as np

from core.elasticity.joint_fit import JointFit
from core.elasticity.joint_parts import JointRows, part_columns
from core.elasticity.result import TwistValidation
from core.elasticity.settings import ElasticitySettings
from core.elasticity.twist_rows import twist_rows
from core.identification.result import IdentificationResult
from core.monitor import NullMonitor
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel


def validations(
    fits: Sequence[JointFit | None],
    recordings: Mapping[str, Recording],
    labels: Sequence[str],
    robot: RobotModel,
    model: IdentificationResult,
    *,
    settings: ElasticitySettings,
) -> tuple[TwistValidation, ...]:
    """RMS of each recording's deflection and of its residual, with its own offset removed.

    Ripple is not predicted, because the zero of the motor's angle, and with it the phase, may differ.
    """
    found = []
    for label in labels:
        rows, _ = twist_rows(
            recordings, (label,), robot, model, filter_hz=settings.filter_hz, monitor=NullMonitor()
        )
        raw_rms, left_rms = np.full((2, robot.joint_count), np.nan)
        for joint, fitted in enumerate(fits):
            own = JointRows.of(rows, joint)
            if fitted is None or not own.keep.any():
                continue
            raw_rms[joint] = float(np.std(own.deflection[own.keep]))
            left_rms[joint] = float(np.std((own.deflection - _predicted(fitted, own))[own.keep]))
        found.append(TwistValidation(label, raw_rms, left_rms))
    return tuple(found)


def _predicted(fitted: JointFit, rows: JointRows) -> FloatArray:
    """Predicted deflection (M,) without offset and ripple, rad (m)."""
    places = fitted.values.places
    columns, own = part_columns(rows, radii=places.radii, with_gap=places.gap is not None, recordings=1)
    parts = fitted.fit.coefficients[places.offsets.stop :]
    return np.asarray(columns[:, own.offsets.stop :] @ parts)
