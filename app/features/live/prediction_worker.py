"""Tasks of the worker process that runs an identified model beside a live stream. No Qt.

The process serves one stream; it keeps its model from one chunk to the next.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from core.diagnostics.model_torques import TorqueRows
from core.identification.result import IdentificationResult
from core.monitor import Monitor
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from core.online.online_model import OnlineModel

_WARM_UP_SAMPLES = 3
_taken_up: "list[OnlineModel]" = []
"""The model of this process."""


def take_up(
    monitor: Monitor,
    *,
    result: IdentificationResult,
    robot: RobotModel,
    rate_hz: float,
    quantities: Sequence[Quantity],
) -> float:
    """Take up a model; the delay of its torques behind the samples, s.

    Raises
    ------
    BadRequest
        As ``OnlineModel.feed`` for a stream that lacks what the model needs.
    """
    from core.online.online_model import OnlineModel

    still = {quantity: np.zeros((_WARM_UP_SAMPLES, robot.joint_count)) for quantity in quantities}
    number = np.arange(_WARM_UP_SAMPLES)
    # everything is compiled, or loaded, before the first sample waits for it
    OnlineModel.of(result, robot, rate_hz=rate_hz).feed(number, number / rate_hz, still)
    monitor.check()
    _taken_up[:] = [OnlineModel.of(result, robot, rate_hz=rate_hz)]
    return float(_taken_up[0].delay_s)


def follow(
    monitor: Monitor,
    *,
    sequence: npt.NDArray[np.int64],
    time: FloatArray,
    columns: Mapping[Quantity, FloatArray],
) -> TorqueRows:
    """Torques for the next samples: numbers (N,), times (N,) s and columns (N, n)."""
    monitor.check()
    found = _taken_up[0].feed(sequence, time, columns)
    return TorqueRows(
        found.sequence, found.time, found.measured, found.scaled, found.external, found.threshold
    )
