"""The signals of a live view, and their computation from the streamed quantities."""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.diagnostics.named_signals import MODEL_COLUMNS
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

RATE_WINDOW_S = 0.01
"""Time between the two positions of a rate, s."""
Columns = Mapping[Quantity, FloatArray]


class Signal(StrEnum):
    """A signal with one curve per joint, in SI units and the controller's reported directions."""

    DEFLECTION = "deflection"
    """Motor angle minus link angle, rad (m), minus the zero."""
    MOTOR_ANGLE = "motor-angle"
    """Motor angle behind gear and coupling, rad (m)."""
    LINK_ANGLE = "link-angle"
    """Link encoder's angle, rad (m)."""
    POSITION = "position"
    """Position reported by the controller, rad (m)."""
    RATE = "rate"
    """Rate of the joint, rad/s (m/s)."""
    TORQUE = "torque"
    """Torque at the link side of the gear, N·m (N)."""
    CURRENT = "current"
    """Current of the motor, A."""
    TEMPERATURE = "temperature"
    """Temperature of the joint, K."""
    EXPECTED_TORQUE = "expected-torque"
    """Torque predicted by the identified model at the link side, N·m (N)."""
    TORQUE_RESIDUAL = "torque-residual"
    """Measured minus predicted torque, N·m (N)."""
    EXTERNAL_TORQUE = "external-torque"
    """External torque, estimated with the model, N·m (N)."""


MODEL_SIGNALS = (Signal.EXPECTED_TORQUE, Signal.TORQUE_RESIDUAL, Signal.EXTERNAL_TORQUE)
"""Signals that need an identified model beside the stream (``core.diagnostics.model_torques``)."""
STREAM_SIGNALS = tuple(signal for signal in Signal if signal not in MODEL_SIGNALS)
"""Signals computed from the stream alone."""
ANGLES = (Signal.POSITION, Signal.MOTOR_ANGLE, Signal.LINK_ANGLE)
"""Sources of a joint's angle, the first choice first."""


def offered_signals(quantities: Collection[Quantity], robot: RobotModel) -> tuple[Signal, ...]:
    """The signals that a stream provides by itself, in the order of :class:`Signal`.

    ``TORQUE`` is offered where it is streamed, or where currents are and the robot's drive gains
    are known; ``RATE`` where velocities or any positions are; those of a model where its torques are
    columns of a recording.

    Examples
    --------
    >>> from core.robot.library import load_robot
    >>> [str(signal) for signal in offered_signals([Quantity.POSITION, Quantity.CURRENT], load_robot("ec66"))]
    ['position', 'rate', 'current']
    """
    angles = {Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION}
    rates = angles | {Quantity.VELOCITY, Quantity.MOTOR_VELOCITY}
    there = set(quantities)
    from_current = Quantity.CURRENT in there and robot.drive_gain is not None
    has_model = set(MODEL_COLUMNS) <= there
    found = {
        Signal.EXPECTED_TORQUE: has_model,
        Signal.TORQUE_RESIDUAL: has_model,
        Signal.DEFLECTION: {Quantity.MOTOR_POSITION, Quantity.LINK_POSITION} <= there,
        Signal.MOTOR_ANGLE: Quantity.MOTOR_POSITION in there,
        Signal.LINK_ANGLE: Quantity.LINK_POSITION in there,
        Signal.POSITION: Quantity.POSITION in there,
        Signal.RATE: bool(rates & there),
        Signal.TORQUE: Quantity.TORQUE in there or from_current,
        Signal.CURRENT: Quantity.CURRENT in there,
        Signal.TEMPERATURE: Quantity.TEMPERATURE in there,
    }
    return tuple(signal for signal in Signal if found.get(signal))


class Formulas:
    """Computes the signals of one arm from its columns, with the arm's constants prepared once."""

    def __init__(self, robot: RobotModel) -> None:
        self._robot = robot
        self._joint_from_motor = robot.reported_from_motor(np.eye(robot.joint_count))
        expected, residual, _ = MODEL_COLUMNS
        self._formulas: dict[Signal, Callable[[Columns], FloatArray]] = {
            Signal.DEFLECTION: self._twist,
            Signal.MOTOR_ANGLE: lambda columns: self.joint_side(columns[Quantity.MOTOR_POSITION]),
            Signal.LINK_ANGLE: lambda columns: columns[Quantity.LINK_POSITION],
            Signal.POSITION: lambda columns: columns[Quantity.POSITION],
            Signal.TORQUE: self._torque,
            Signal.CURRENT: lambda columns: columns[Quantity.CURRENT],
            Signal.TEMPERATURE: lambda columns: columns[Quantity.TEMPERATURE],
            Signal.EXPECTED_TORQUE: lambda columns: columns[expected],
            Signal.TORQUE_RESIDUAL: lambda columns: columns[residual],
        }

    def values(self, signal: Signal, columns: Columns) -> FloatArray:
        """Any signal (N, n) except the rate, which needs earlier samples; no zero is subtracted."""
        return self._formulas[signal](columns)

    def streamed_rate(self, columns: Columns) -> FloatArray | None:
        """The rate (N, n) reported by the controller; None if it reports none."""
        if Quantity.VELOCITY in columns:
            return columns[Quantity.VELOCITY]
        motor = columns.get(Quantity.MOTOR_VELOCITY)
        return None if motor is None else self.joint_side(motor)

    def joint_side(self, motor: FloatArray) -> FloatArray:
        """Joint values (N, n) from motor values; a missing motor affects only the joints that it moves."""
        matrix = self._joint_from_motor
        absent = np.isnan(motor)
        if not absent.any():
            return np.asarray(motor @ matrix)
        joint = np.where(absent, 0.0, motor) @ matrix
        joint[(absent.astype(np.float64) @ (matrix != 0.0)) > 0.0] = np.nan
        return np.asarray(joint)

    def _twist(self, columns: Columns) -> FloatArray:
        """Twist as in :func:`core.encoders.twist.twist`, for motors with missing values."""
        return self.joint_side(columns[Quantity.MOTOR_POSITION]) - columns[Quantity.LINK_POSITION]

    def _torque(self, columns: Columns) -> FloatArray:
        gain = self._robot.drive_gain
        if gain is None or Quantity.CURRENT not in columns:
            return columns[Quantity.TORQUE]
        return self._robot.torque_from_current(columns[Quantity.CURRENT], drive_gain=gain)


def rate_lag(rate_hz: float) -> int:
    """Number of samples between the two positions of a rate."""
    return max(1, round(RATE_WINDOW_S * rate_hz))


def backward_rate(
    angle: FloatArray,
    time: FloatArray,
    *,
    lag: int,
    sequence: npt.NDArray[np.int64] | None = None,
) -> FloatArray:
    """Rate from the position difference over the last ``lag`` samples.

    Parameters
    ----------
    angle
        (N, n) rad (m).
    time
        (N,) s, increasing.
    sequence
        (N,); where more samples are missing than ``lag``, the rate is NaN.

    Returns
    -------
    (N, n) per second. It depends on no later sample, so pieces agree with the whole. At the
    beginning fewer samples are used, and the first rate is NaN.
    """
    rate = np.full(angle.shape, np.nan)
    count = angle.shape[0]
    head = min(lag, count)
    if head > 1:
        rate[1:head] = (angle[1:head] - angle[0]) / (time[1:head] - time[0])[:, np.newaxis]
    if count > lag:
        rate[lag:] = (angle[lag:] - angle[:-lag]) / (time[lag:] - time[:-lag])[:, np.newaxis]
        if sequence is not None:
            rate[lag:][sequence[lag:] - sequence[:-lag] > 2 * lag] = np.nan
    return rate


def signal_values(
    signal: Signal,
    columns: Columns,
    robot: RobotModel,
    *,
    time: FloatArray,
    zero: FloatArray | None,
) -> FloatArray:
    """One signal of a block of samples.

    Parameters
    ----------
    signal
        One of :func:`offered_signals`.
    columns
        (N, n) each, SI units, NaN where a joint has no such channel.
    robot
        The arm with its gears and coupling.
    time
        (N,) s, increasing; for a rate that has to be differentiated.
    zero
        (n,) rad (m) deflection taken as zero; None for none.

    Returns
    -------
    (N, n) in SI units and the controller's reported directions.

    Raises
    ------
    KeyError
        Where the columns do not offer the signal.
    """
    formulas = Formulas(robot)
    if signal is Signal.RATE:
        rate = formulas.streamed_rate(columns)
        return _differentiated(formulas, columns, time) if rate is None else rate
    values = formulas.values(signal, columns)
    return values - zero if signal is Signal.DEFLECTION and zero is not None else values


def _differentiated(formulas: Formulas, columns: Columns, time: FloatArray) -> FloatArray:
    offered = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
    angle = next(
        formulas.values(signal, columns)
        for signal, quantity in zip(ANGLES, offered, strict=True)
        if quantity in columns
    )
    if time.size < 2:
        return np.full(angle.shape, np.nan)
    return backward_rate(angle, time, lag=rate_lag(float(1.0 / np.median(np.diff(time)))))
