"""Measured and predicted torque along one whole recording, for a plot or a report."""

from dataclasses import dataclass

import numpy as np

from core.identification.joint_side import check_fits_robot
from core.identification.model import FittedModel
from core.identification.result import IdentificationResult
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel


@dataclass(frozen=True)
class Prediction:
    """Torques along a recording on the uniform clock, low-passed at the fit's cut-off.

    ``time`` (N,) s from the recording's first sample; ``position``, ``velocity``, ``measured``,
    ``modelled`` (N, joints) in rad, rad/s and N·m. ``rigid`` is the part of ``modelled`` without the
    joint's own friction, ``learned`` the residual learner's part.
    """

    recording: str
    time: FloatArray
    position: FloatArray
    velocity: FloatArray
    measured: FloatArray
    modelled: FloatArray
    rigid: FloatArray
    learned: FloatArray


def predict(
    result: IdentificationResult,
    robot: RobotModel,
    recording: Recording,
    *,
    monitor: Monitor | None = None,
) -> Prediction:
    """The torque a model expects along a recording; raises as ``verify``."""
    check_fits_robot(recording, robot)
    model = FittedModel.of(result, robot)
    parts = list(model.compare(recording, monitor=monitor or NullMonitor()))
    return Prediction(
        recording=recording.label,
        time=np.concatenate([part.time for part in parts]) - float(recording.time[0]),
        position=np.concatenate([part.position for part in parts]),
        velocity=np.concatenate([part.velocity for part in parts]),
        measured=np.concatenate([part.measured for part in parts]),
        modelled=np.concatenate([part.modelled for part in parts]),
        rigid=np.concatenate([part.rigid for part in parts]),
        learned=np.concatenate([part.learned for part in parts]),
    )
