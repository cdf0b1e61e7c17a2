"""An identified model beside a stream: predicted torque and external torque of the arm.

All results have a stated delay, because no future sample is known: the motion is low-passed before it
is differentiated, and both torques pass through the same filter, so that the two curves are in phase.
The external torque is estimated by a momentum observer. This is for display, not a safety function.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from core.compiling import kernel
from core.encoders.twist import twist
from core.errors import BadRequest
from core.friction.states import stirring_step
from core.identification.chunks import MOTION_BANDWIDTH
from core.identification.joint_side import POSITION_SOURCES, TORQUE_SOURCES
from core.identification.model import FittedModel
from core.identification.regression_rows import WOUND_UP_AFTER
from core.identification.result import IdentificationResult
from core.online import _conditioning, _kernels
from core.online.flat_model import CREEPING_SPEED, FlatModel, friction_offset, source_maps
from core.recording import FloatArray, Quantity, columns_missing
from core.robot.model import RobotModel
from core.signals.filters import LowPass, bessel_poles, low_pass_sections, steady_state

SequenceArray = npt.NDArray[np.int64]
Columns = Mapping[Quantity, FloatArray]
THRESHOLD_STDS = 5.0
"""Standard deviations of the residual from which an external torque is reported."""
_HIGHEST_FRACTION = 0.4
"""Largest useful cut-off of the motion filter as a fraction of the rate, as in the identification."""
_TIME_CONSTANTS = 5.0
"""Settling time of the observer to 1 %, in its time constants."""
_ORDER = 4
SETTLED_WITHIN = 0.01
"""Distance from the final value of a step at which a filter has settled."""
_SECTIONS = _ORDER // 2
_START_STD = 0.03
"""Standard deviation of the scale before anything was seen."""
_DRIFT = 0.05
"""Standard deviation of the change of the scale within 1 s; both were chosen by leaving runs out."""
_LOWEST, _HIGHEST = 0.5, 2.0
"""Limits of the scale; what lies beyond is another fault than friction."""
_LARGEST_STDS = 5.0
"""Innovation in standard deviations above which a sample says nothing: it is a contact.

The scale becomes less certain meanwhile, so that a lasting change is followed after some seconds.
"""
_CORRELATION_S = 0.3
DELAY_S = 0.25


@dataclass(frozen=True)
class OnlineTorque:
    """Torques of one chunk in the controller's reported directions, (N, n) in N·m (N).

    Row k belongs to ``time[k]``, which lies ``OnlineModel.delay_s`` before the k-th sample that was
    fed. NaN where unknown. ``measured`` and ``modelled`` passed through the same filters;
    ``external`` is positive if it acts in the joint's positive direction.
    """

    sequence: SequenceArray
    """(N,) numbers of the samples that the rows belong to."""
    time: FloatArray
    measured: FloatArray
    modelled: FloatArray
    external: FloatArray
    threshold: FloatArray
    """Threshold of an external torque against the model's error.

    It is larger for a joint at rest, whose friction may hold any torque up to its level.
    """

    friction_scale: FloatArray
    """Live friction over the identified one; it uses torques at least ``DELAY_S`` old."""
    scaled: FloatArray
    """``modelled`` with its friction scaled to the live one."""

    @property
    def residual(self) -> FloatArray:
        """Measured minus predicted torque, (N, n)."""
        return self.measured - self.modelled


# Causal low-pass filters with a stated delay.
#
# Bessel filters are used, because their delay is equal over the whole pass-band: curves that went through
# the same filters stay in phase, and a delayed value can be assigned to its sample.


@dataclass(frozen=True)
class CausalLowPass(LowPass):
    """Bessel low-pass of order 4, applied forward only; down by 3 dB at ``cutoff_hz``.

    Raises
    ------
    BadRequest
        ``cutoff-above-nyquist`` when the cut-off does not lie below half the rate.
    """

    @cached_property
    def sections(self) -> FloatArray:
        """Second-order sections of the filter, (2, 6)."""
        return low_pass_sections(bessel_poles(_ORDER), cutoff_hz=self.cutoff_hz, rate_hz=self.rate_hz)

    @cached_property
    def steady(self) -> FloatArray:
        """State (2, 2) of the sections after a long constant input of one."""
        return steady_state(self.sections)

    @property
    def delay_samples(self) -> float:
        """Delay of slow signals, in samples."""
        steps = np.arange(3.0)
        over, under = self.sections[:, :3], self.sections[:, 3:]
        late = (over @ steps) / over.sum(axis=1) - (under @ steps) / under.sum(axis=1)
        return float(late.sum())

    @property
    def settling_samples(self) -> int:
        """Number of samples until a step response is within one per cent of its final value."""
        from core.signals._kernels import filter_in_place

        step = np.ones((int(10.0 * self.rate_hz / self.cutoff_hz) + 10, 1))
        filter_in_place(self.sections, np.zeros((_SECTIONS, 2)), step, backward=False)
        return int(np.flatnonzero(np.abs(step - 1.0) > SETTLED_WITHIN)[-1]) + 1


@dataclass(frozen=True)
class NoFilter:
    """Replacement for a low-pass that would have no effect at a low rate."""

    delay_samples: float = 0.0
    settling_samples: int = 0

    @property
    def sections(self) -> FloatArray:
        """Sections (2, 6) that pass all frequencies."""
        return np.tile([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], (_SECTIONS, 1))

    @property
    def steady(self) -> FloatArray:
        """State (2, 2) of the sections: zeros."""
        return np.zeros((_SECTIONS, 2))


# The scale of each joint's friction, followed live: friction falls with warmth and rises with wear.
#
# ``torque = rest + s(t)·friction + noise`` with a random walk s(t) that starts at 1, the value of the
# identification. A Kalman filter per joint follows s. The errors of a model are no white noise, so samples
# within ``CORRELATION_S`` count as one. A prediction uses only torques that are at least ``DELAY_S`` old,
# and a joint at rest says nothing, because stiction may hold any torque.


class FrictionScale:
    """Follows the scale of each joint's friction along a stream; independent of the size of chunks."""

    def __init__(self, *, residual_std: FloatArray, rate_hz: float) -> None:
        std = np.asarray(residual_std, dtype=np.float64)
        variance = np.where(std > 0.0, std, np.inf) ** 2
        self._noise = variance * max(_CORRELATION_S * rate_hz, 1.0)
        self._sample = variance
        self._walk = _DRIFT**2 / rate_hz
        delay = max(round(DELAY_S * rate_hz), 1)
        self._late = np.full((delay, 2, std.size), math.nan)
        self._place = np.zeros(1, dtype=np.int64)
        self._scale, self._variance = np.ones(std.size), np.full(std.size, _START_STD**2)

    @property
    def value(self) -> FloatArray:
        """The present scale (n,), 1 for the friction that was identified."""
        return self._scale.copy()

    @property
    def std(self) -> FloatArray:
        """Standard deviation (n,) of the present scale."""
        return np.asarray(np.sqrt(self._variance))

    def follow(self, residual: FloatArray, friction: FloatArray, *, moving: FloatArray) -> FloatArray:
        """Scale (N, n) to predict each sample with.

        ``residual`` (N, n) is measured minus predicted torque with a scale of 1, ``friction`` (N, n) the
        part of the prediction that is scaled; NaN where unknown. ``moving`` (N, n) is True for joints
        in motion.
        """
        used = np.empty_like(friction)
        told = np.where(moving & np.isfinite(residual), friction, math.nan)
        _follow(
            np.ascontiguousarray(residual),
            np.ascontiguousarray(told),
            (self._noise, self._sample, self._walk),
            (self._scale, self._variance, self._late, self._place),
            used,
        )
        return used


@kernel
def _follow(residual: Any, friction: Any, tuning: Any, state: Any, used: Any) -> None:
    """Kalman filter of ``residual = (s - 1)·friction + noise``; ``state`` is carried from chunk to chunk."""
    scale, variance, late, place = state
    noise, sample, walk = tuning
    for t in range(residual.shape[0]):
        row = place[0]
        place[0] = (row + 1) % late.shape[0]
        for j in range(residual.shape[1]):
            h = late[row, 1, j]
            if not math.isnan(h):
                left = late[row, 0, j] - (scale[j] - 1.0) * h
                if left * left <= _LARGEST_STDS**2 * (sample[j] + h * h * variance[j]):
                    gain = variance[j] * h / (h * h * variance[j] + noise[j])
                    scale[j] = min(max(scale[j] + gain * left, _LOWEST), _HIGHEST)
                    variance[j] *= 1.0 - gain * h
                variance[j] += walk
            used[t, j] = scale[j]
            late[row, 0, j], late[row, 1, j] = residual[t, j], friction[t, j]


class OnlineModel:
    """Feeds a stream to an identified model; made by :meth:`of`.

    A gap in the numbering and a NaN in the motion reset the state: there is no output for ``settle_s``
    then, and with a presliding state none for a joint that has not moved since, because its static
    friction is unknown until it has moved.
    """

    def __init__(
        self,
        fitted: FittedModel,
        *,
        residual_std: FloatArray,
        rate_hz: float,
        observer_gain: float | None = None,
    ) -> None:
        self._robot = fitted.plan.robot
        self._drive_gain = fitted.conditioning.drive_gain
        self.rate_hz = rate_hz
        filter_hz = fitted.conditioning.filter_hz
        self._outer = CausalLowPass(filter_hz, rate_hz)
        wide = MOTION_BANDWIDTH * filter_hz
        self._inner = CausalLowPass(wide, rate_hz) if wide < _HIGHEST_FRACTION * rate_hz else NoFilter()
        model = FlatModel.of(fitted)
        self._model = model
        late = self._outer.delay_samples - self._inner.delay_samples - 1.0
        self._held_back = max(round(late), 0) if model.uses_presliding else 0
        self.delay_samples = round(
            self._inner.delay_samples + 1.0 + self._held_back + self._outer.delay_samples
        )
        self.delay_s = self.delay_samples / rate_hz
        """Delay of all results, s."""
        self.observer_gain = observer_gain or rate_hz / self._outer.delay_samples
        """Gain of the observer, the reciprocal of its time constant, 1/s.

        By default the time constant is the delay of the filter on the torques, so that all curves are
        in phase.
        """
        self.threshold = THRESHOLD_STDS * np.asarray(residual_std, dtype=np.float64)
        """Torque (n,) above which it counts as external, N·m (N)."""
        self._offset = friction_offset(fitted.plan, fitted.parameters)
        self._friction_scale = FrictionScale(residual_std=residual_std, rate_hz=rate_hz)
        self._settling = self._settling_samples()
        self.settle_s = (max(self._settling) + 1) / rate_hz
        """Time without output after a start, s."""
        inner, outer = self._inner, self._outer
        self._filters = (inner.sections, inner.steady, outer.sections, outer.steady)
        self._tuning = (
            1.0 / rate_hz,
            self.observer_gain,
            self._settling,
            WOUND_UP_AFTER if model.uses_presliding else -1.0,  # without it, every contact is valid at once
            CREEPING_SPEED,
            stirring_step(1.0 / rate_hz),
        )
        self._sources: tuple[Quantity, Quantity | None, Quantity] | None = None
        self._maps: tuple[FloatArray, ...] = ()
        self._rest: tuple[object, ...] = ()
        self._state = self._beginning()

    @classmethod
    def of(
        cls,
        result: IdentificationResult,
        robot: RobotModel,
        *,
        rate_hz: float,
        observer_gain: float | None = None,
    ) -> "OnlineModel":
        """The online form of an identification of this robot.

        Parameters
        ----------
        rate_hz
            Samples per second of the stream.
        observer_gain
            1/s; None for the one with the delay of the other curves.

        Raises
        ------
        BadRequest
            ``cutoff-above-nyquist`` for a stream too slow for the model's filter.
        """
        return cls(
            FittedModel.of(result, robot),
            residual_std=result.residual_std,
            rate_hz=rate_hz,
            observer_gain=observer_gain,
        )

    def feed(self, sequence: SequenceArray, time: FloatArray, columns: Columns) -> OnlineTorque:
        """Torques of the new samples; the result does not depend on the size of chunks.

        Parameters
        ----------
        sequence
            (N,) the device's count of its samples.
        time
            (N,) s on the device's clock.
        columns
            (N, n) each as the controller reports them, SI units, NaN where missing.

        Raises
        ------
        BadRequest
            ``no-position``, ``no-torque`` or ``no-drive-gain`` for a stream that lacks them.
        """
        chosen = self._chosen(columns)
        if chosen != self._sources:
            self._take_sources(chosen)
        position, velocity, torque = (
            _plain(columns[name]) if name is not None else np.empty((0, self._robot.joint_count))
            for name in chosen
        )
        count, n = sequence.size, self._robot.joint_count
        torques = np.empty((count, n, 5))
        made = (
            np.empty((6, count, n)),
            np.empty((5, count, n)),
            np.empty(count, dtype=np.int64),
            np.empty((count, n, 2), dtype=np.bool_),
        )
        _kernels.feed(
            np.ascontiguousarray(sequence, dtype=np.int64),
            (position, velocity, torque, self._twist(columns)),
            (self._maps, self._filters),
            self._model.numbers,
            self._tuning,
            self._state,
            made,
            torques,
        )
        if self._model.learned is not None:
            self._add_learned(made, torques)
        sign = self._robot.reported_sign
        friction = torques[..., 4] - self._offset
        scale = self._friction_scale.follow(
            torques[..., 0] - torques[..., 1], friction, moving=torques[..., 3] == 0.0
        )
        return OnlineTorque(
            sequence=sequence - self.delay_samples,
            time=time - self.delay_s,
            measured=torques[..., 0] * sign,
            modelled=torques[..., 1] * sign,
            external=torques[..., 2] * sign,
            threshold=torques[..., 3] + self.threshold,
            friction_scale=scale,
            scaled=(torques[..., 1] + (scale - 1.0) * friction) * sign,
        )

    def _add_learned(self, made: tuple[object, ...], torques: FloatArray) -> None:
        from core.online import _kernels

        tuning = (self._settling[0], 1.0 / self.rate_hz)
        _kernels.add_learned(made, self._filters, self._model.learned, self._rest, tuning, torques)

    def _twist(self, columns: Columns) -> FloatArray:
        """Twist (N, n) of the gears in the model's terms, if a learner uses it and both encoders report."""
        both = (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
        if self._model.learned is None or not self._model.needs_twist or not set(both) <= set(columns):
            return np.empty((0, self._robot.joint_count))
        motor, link = (columns[name] for name in both)
        return _plain(twist(motor, link, self._robot) * self._robot.reported_sign)

    def _chosen(self, columns: Columns) -> tuple[Quantity, Quantity | None, Quantity]:
        """Columns used for position, velocity and torque, chosen as in the identification."""
        position = next((each for each in POSITION_SOURCES if each in columns), None)
        torque = next((each for each in TORQUE_SOURCES if each in columns), None)
        if Quantity.CURRENT in columns and self._drive_gain is not None:
            torque = Quantity.CURRENT
        if position is None:
            raise columns_missing("no-position", "", has=columns, needed=POSITION_SOURCES)
        if torque is None:
            raise columns_missing("no-torque", "", has=columns, needed=TORQUE_SOURCES)
        if torque is Quantity.CURRENT and self._drive_gain is None:
            raise BadRequest("no-drive-gain", robot=self._robot.name, recording="")
        velocities = (Quantity.VELOCITY, Quantity.MOTOR_VELOCITY)
        return position, next((each for each in velocities if each in columns), None), torque

    def _take_sources(self, chosen: tuple[Quantity, Quantity | None, Quantity]) -> None:
        """Restart with other columns as sources."""
        maps = source_maps(self._robot)
        position, velocity, torque = chosen
        by_joint = {Quantity.POSITION: "joint", Quantity.VELOCITY: "joint", Quantity.TORQUE: "joint"}
        if torque is Quantity.CURRENT:
            assert self._drive_gain is not None
            unit = np.eye(self._robot.joint_count)
            to_torque = self._robot.torque_from_current(unit, drive_gain=self._drive_gain)
            to_torque = to_torque * self._robot.reported_sign
        else:
            to_torque = maps[by_joint.get(torque, "motor torque")]
        self._maps = (
            np.ascontiguousarray(maps[by_joint.get(position, "motor")]),
            self._robot.reported_zero.copy(),
            np.ascontiguousarray(maps["joint" if velocity is None else by_joint.get(velocity, "motor")]),
            np.ascontiguousarray(to_torque),
        )
        self._sources, self._state = chosen, self._beginning()

    def _settling_samples(self) -> tuple[int, int, int]:
        """Settling samples of the torques, of their filter alone, and of the observer."""
        outer = self._outer.settling_samples
        before = self._inner.settling_samples + 2 + self._held_back
        if self._model.uses_presliding:
            before = max(before, outer)
        observer = round(_TIME_CONSTANTS / self.observer_gain * self.rate_hz)
        return before + outer, outer, before + max(observer, outer)

    def _beginning(self) -> tuple[object, ...]:
        """State of the kernel before the first sample."""
        n, contacts = self._robot.joint_count, self._model.contacts
        sections = self._outer.sections.shape[0]
        counters = np.zeros(_conditioning.COUNTERS, dtype=np.int64)
        counters[_conditioning.AGE] = _conditioning.NEVER
        conditioning = (
            counters,
            np.zeros((4, n, sections, 2)),
            np.zeros((n, sections, 2)),
            np.zeros((n, 4, 2)),
            np.zeros((self._held_back + 1, n, 5)),
        )
        slid = (
            np.zeros(contacts),
            np.zeros(contacts),
            np.zeros(contacts),
            np.zeros(contacts, dtype=np.int64),
            np.zeros(n),
        )
        watch, ages = np.zeros((3, n)), np.zeros((2, n), dtype=np.int64)
        self._rest = (
            np.zeros((4, n, sections, 2)),
            np.zeros((5, n)),
            np.zeros(n),
            np.zeros(n, dtype=np.int64),
        )
        return conditioning, slid, np.zeros((3, n, sections, 2)), watch, ages


def _plain(column: FloatArray) -> FloatArray:
    """The array in the type for which the kernel is compiled."""
    ready = np.ascontiguousarray(column, dtype=np.float64)
    return ready if ready.flags.writeable else ready.copy()
