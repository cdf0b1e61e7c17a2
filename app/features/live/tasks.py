"""Work of other processes for the live page: recordings, stiffness, and a model beside the stream. No Qt.

The process of a model serves one stream; it keeps its model from one chunk to the next.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from app.jobs.task import Task
from core.diagnostics.model_torques import TorqueRows
from core.exchange.export_file import SignalFile
from core.identification.result import IdentificationResult
from core.monitor import Monitor
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel
from core.stiffness.result import ReducedStiffness

if TYPE_CHECKING:
    from core.exchange.export_signals import UnpackedSignals
    from core.online.online_model import OnlineModel
    from core.storage.unpacked import KeptPiece, Unpacked

_WARM_UP_SAMPLES = 3
_taken_up: "list[OnlineModel]" = []
"""The model of this process."""


def describes_stiffness(robot: RobotModel) -> bool:
    """True for a description with the stiffness of every joint and the springs of its links."""
    return robot.joint_stiffness is not None and bool(robot.link_springs)


def stiffness_of_description(monitor: Monitor, *, robot: RobotModel) -> ReducedStiffness:
    """The reduced stiffness that follows from a description, for shifts of the flange.

    Raises
    ------
    BadRequest
        As ``stiffness_model`` and ``reduce_stiffness``.
    """
    from core.stiffness.model import stiffness_model
    from core.stiffness.reduction import reduce_stiffness

    return reduce_stiffness(stiffness_model(robot), monitor=monitor)


def recordings_of(monitor: Monitor, *, path: Path) -> tuple[tuple[str, float], ...]:
    """Labels and lengths, s, of the recordings of a visit.

    Raises
    ------
    BadFile
        As ``Visit.open``.
    """
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path, recover=False) as visit:
        return tuple((label, visit.recording(label).duration) for label in visit.labels)


def unpack_recording(
    monitor: Monitor,
    *,
    path: Path,
    label: str,
    lag: "Task[tuple[FloatArray, float] | None]",
) -> "Unpacked":
    """Unpack a recording of a visit into a folder of its own; ``lag`` finds that of the encoders' channels.

    The newest model of the visit adds its torques. The folder is the caller's; there is none after an error.

    Raises
    ------
    BadFile, DiskFull
        As ``Visit.open`` and ``core.storage.unpacked.unpack``.
    """
    from app.visit.recordings import robot_of
    from core.identification.result import IDENTIFICATION
    from core.storage.recordings import sample_numbers
    from core.storage.unpacked import own_folder, unpack
    from core.storage.visit import Visit

    known = lag(monitor)
    folder = own_folder()
    try:
        with Visit.open(path, recover=False) as visit:
            recording = visit.recording(label)
            numbers = sample_numbers(recording, visit.gaps(label))
            models = visit.results(IDENTIFICATION)
            model = visit.result(models[-1].key, IdentificationResult) if models else None
            return unpack(
                recording, numbers, robot_of(visit), folder, lag=known, model=model, monitor=monitor
            )
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def unpack_kept(
    monitor: Monitor,
    *,
    pieces: "Sequence[KeptPiece]",
    quantities: Sequence[Quantity],
    robot: RobotModel,
    about: Recording,
    lag: tuple[FloatArray, float] | None,
    model: IdentificationResult | None,
) -> "Unpacked":
    """Unpack the last minutes of a stream, as ``unpack_recording``; ``about`` has events, mark, no samples.

    Raises
    ------
    DiskFull
        As ``core.storage.unpacked.unpack``.
    """
    from core.storage.unpacked import kept_recording, own_folder, unpack

    folder = own_folder()
    try:
        kept, numbers = kept_recording(pieces, quantities, robot.joint_count)
        recording = replace(about, time=kept.time, columns=kept.columns)
        return unpack(recording, numbers, robot, folder, lag=lag, model=model, monitor=monitor)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def unpack_lines_of(
    monitor: Monitor,
    *,
    made: "Unpacked",
    lines: Mapping[str, str],
    name: str,
    zero: FloatArray | None,
    leaves_lag_in: bool,
) -> None:
    """Add the pyramid of lines to an unpacked recording."""
    from core.storage.unpacked import unpack_lines

    unpack_lines(made, lines, name=name, zero=zero, leaves_lag_in=leaves_lag_in, monitor=monitor)


def export_samples(
    monitor: Monitor, *, of: "UnpackedSignals", lines: Sequence[str], path: Path, kind: SignalFile
) -> None:
    """Write signals of a recording that is looked at into a file.

    Raises
    ------
    BadRequest, NotWritten
        As ``ask_signals`` and ``export_signals``.
    """
    from core.exchange.export_signals import ask_signals, export_signals

    export_signals(ask_signals(of, lines), path, kind=kind, monitor=monitor)


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
