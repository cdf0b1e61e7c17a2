"""Which recordings a report shows in full, and the model's torque along them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.identification.result import IdentificationResult
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import Recording

if TYPE_CHECKING:  # numba comes along with these
    from core.identification.prediction import Prediction
    from core.robot.model import RobotModel

SHOWN_RECORDINGS = 2
"""More would make a book of the report; the table names the errors of all."""


def shown_recordings(result: IdentificationResult) -> tuple[str, ...]:
    """Labels of the first recordings that were kept back, or else of the first one fitted."""
    kept = [judged.recording for judged in result.validation if not judged.used_in_fit]
    fitted = [judged.recording for judged in result.validation if judged.used_in_fit]
    return tuple(kept[:SHOWN_RECORDINGS] or fitted[:1])


def predictions_for(
    result: IdentificationResult,
    robot: "RobotModel",
    *,
    recording: Callable[[str], Recording],
    monitor: Monitor | None = None,
) -> "tuple[Prediction, ...]":
    """Measured and modelled torque of the recordings that a report shows.

    Parameters
    ----------
    result
        The identification.
    robot
        The arm it belongs to.
    recording
        Gives the recording of a label, such as ``Visit.recording``.
    monitor
        Told of the progress.
    """
    from core.identification.prediction import predict

    labels = shown_recordings(result)
    whole = monitor or NullMonitor()
    return tuple(
        predict(
            result,
            robot,
            recording(label),
            monitor=PartOfMonitor(whole, first=number / len(labels), last=(number + 1) / len(labels)),
        )
        for number, label in enumerate(labels)
    )
