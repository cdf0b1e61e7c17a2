"""The signals a live view offers, and how each follows from what the controller streams."""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

RATE_WINDOW_S = 0.01
"""How far apart the two positions are whose difference is the rate."""
Columns = Mapping[Quantity, FloatArray]


class Signal(StrEnum):
    """What can be watched, one curve a joint, SI units, in the controller's reported directions."""

    DEFLECTION = "deflection"
    """Motor angle less link angle, rad (m), less what counts as zero."""
    MOTOR_ANGLE = "motor-angle"
    """Behind gear and coupling, rad (m)."""
    LINK_ANGLE = "link-angle"
    """Of the link encoder, rad (m)."""
    POSITION = "position"
    """As the controller reports it, rad (m)."""
    RATE = "rate"
    """rad/s (m/s)."""
    TORQUE = "torque"
    """At the link side of the gear, N·m (N)."""
    CURRENT = "current"
    """Of the motor, A."""
    TEMPERATURE = "temperature"
    """K."""
    EXPECTED_TORQUE = "expected-torque"
    """What an identified model expects at the link side of the gear, N·m (N)."""
    TORQUE_RESIDUAL = "torque-residual"
    """Measured less expected torque, N·m (N)."""
    EXTERNAL_TORQUE = "external-torque"
    """What pushes from outside, by the model, N·m (N)."""


MODEL_SIGNALS = (Signal.EXPECTED_TORQUE, Signal.TORQUE_RESIDUAL, Signal.EXTERNAL_TORQUE)
"""Signals that need an identified model beside the stream (``core.diagnostics.model_torques``)."""
STREAM_SIGNALS = tuple(signal for signal in Signal if signal not in MODEL_SIGNALS)
"""Signals that follow from the stream alone."""
ANGLES = (Signal.POSITION, Signal.MOTOR_ANGLE, Signal.LINK_ANGLE)
"""Where a joint is, the first choice first."""


def offered_signals(quantities: Collection[Quantity], robot: RobotModel) -> tuple[Signal, ...]:
    """What a stream lets us watch by itself, in the order of :class:`Signal`.

    ``TORQUE`` is offered where it is streamed, or where currents are and the robot's drive gains
    are known; ``RATE`` where velocities or any positions are.

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
    found = {
        Signal.DEFLECTION: {Quantity.MOTOR_POSITION, Quantity.LINK_POSITION} <= there,
        Signal.MOTOR_ANGLE: Quantity.MOTOR_POSITION in there,
        Signal.LINK_ANGLE: Quantity.LINK_POSITION in there,
        Signal.POSITION: Quantity.POSITION in there,
        Signal.RATE: bool(rates & there),
        Signal.TORQUE: Quantity.TORQUE in there or from_current,
        Signal.CURRENT: Quantity.CURRENT in there,
        Signal.TEMPERATURE: Quantity.TEMPERATURE in there,
    }
    return tuple(signal for signal in STREAM_SIGNALS if found[signal])


class Formulas:
    """The signals of one arm from its columns; what depends on the arm alone is worked out once."""

    def __init__(self, robot: RobotModel) -> None:
        self._robot = robot
        self._joint_from_motor = robot.reported_from_motor(np.eye(robot.joint_count))
        self._formulas: dict[Signal, Callable[[Columns], FloatArray]] = {
            Signal.DEFLECTION: self._twist,
            Signal.MOTOR_ANGLE: lambda columns: self.joint_side(columns[Quantity.MOTOR_POSITION]),
            Signal.LINK_ANGLE: lambda columns: columns[Quantity.LINK_POSITION],
            Signal.POSITION: lambda columns: columns[Quantity.POSITION],
            Signal.TORQUE: self._torque,
            Signal.CURRENT: lambda columns: columns[Quantity.CURRENT],
            Signal.TEMPERATURE: lambda columns: columns[Quantity.TEMPERATURE],
        }

    def values(self, signal: Signal, columns: Columns) -> FloatArray:
        """Any signal (N, n) but the rate, which needs samples from before; no zero is taken away."""
        return self._formulas[signal](columns)

    def streamed_rate(self, columns: Columns) -> FloatArray | None:
        """The rate (N, n) as the controller says it; None where it says none."""
        if Quantity.VELOCITY in columns:
            return columns[Quantity.VELOCITY]
        motor = columns.get(Quantity.MOTOR_VELOCITY)
        return None if motor is None else self.joint_side(motor)

    def joint_side(self, motor: FloatArray) -> FloatArray:
        """What motors (N, n) make of the joints; a silent motor takes along only what it moves."""
        matrix = self._joint_from_motor
        absent = np.isnan(motor)
        if not absent.any():
            return np.asarray(motor @ matrix)
        joint = np.where(absent, 0.0, motor) @ matrix
        joint[(absent.astype(np.float64) @ (matrix != 0.0)) > 0.0] = np.nan
        return np.asarray(joint)

    def _twist(self, columns: Columns) -> FloatArray:
        """As :func:`core.encoders.twist.twist` has it, for motors that may be silent."""
        return self.joint_side(columns[Quantity.MOTOR_POSITION]) - columns[Quantity.LINK_POSITION]

    def _torque(self, columns: Columns) -> FloatArray:
        gain = self._robot.drive_gain
        if gain is None or Quantity.CURRENT not in columns:
            return columns[Quantity.TORQUE]
        return self._robot.torque_from_current(columns[Quantity.CURRENT], drive_gain=gain)


def rate_lag(rate_hz: float) -> int:
    """How many samples apart the two positions are whose difference is the rate."""
    return max(1, round(RATE_WINDOW_S * rate_hz))


def backward_rate(
    angle: FloatArray,
    time: FloatArray,
    *,
    lag: int,
    sequence: npt.NDArray[np.int64] | None = None,
) -> FloatArray:
    """Rate from positions over the ``lag`` samples before each.

    Parameters
    ----------
    angle
        (N, n) rad (m).
    time
        (N,) s, increasing.
    sequence
        (N,); where more samples are missing than ``lag``, nothing is said.

    Returns
    -------
    (N, n) per second. It depends on no later sample, so pieces agree with the whole; at the
    beginning fewer samples have to do, and for the first there is nothing: NaN.
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
        Whose gears and coupling are undone.
    time
        (N,) s, increasing; for a rate that has to be differentiated.
    zero
        (n,) rad (m) that counts as no deflection; None for none.

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
