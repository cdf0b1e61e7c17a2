"""An identified model beside a stream: the torque it expects, and the torque from outside the arm.

Everything is late by a stated time, since nothing later than the newest sample is known: the
motion is low-passed before it is differentiated, and both torques pass through the same filter,
so that the two curves are in phase. What comes from outside is found by a momentum observer.
This is for looking, and no safety function.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.encoders.twist import twist
from core.errors import BadRequest
from core.identification.chunks import MOTION_BANDWIDTH
from core.identification.joint_side import POSITION_SOURCES, TORQUE_SOURCES
from core.identification.model import FittedModel
from core.identification.regression_rows import WOUND_UP_AFTER
from core.identification.result import IdentificationResult
from core.online import _conditioning, _kernels
from core.online.causal_filters import CausalLowPass, NoFilter
from core.online.flat_model import CREEPING_SPEED, FlatModel, source_maps
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

SequenceArray = npt.NDArray[np.int64]
Columns = Mapping[Quantity, FloatArray]
THRESHOLD_STDS = 5.0
"""A torque from outside is told when it stands above so many standard deviations of the residual."""
_HIGHEST_FRACTION = 0.4
"""A motion filter above this fraction of the rate would do nothing, as in the identification."""
_TIME_CONSTANTS = 5.0
"""Within 1 % of its end: after so many of the observer's time constants."""


@dataclass(frozen=True)
class OnlineTorque:
    """Torques of one chunk in the controller's reported directions, (N, n) in N·m (N).

    Row k belongs to ``time[k]``, which lies ``OnlineModel.delay_s`` before the k-th sample that was
    fed. NaN where something is not known. ``measured`` and ``modelled`` passed through the same
    filters; ``external`` is positive where the surroundings push in the joint's positive direction.
    """

    sequence: SequenceArray
    """(N,) numbers of the samples that the rows belong to."""
    time: FloatArray
    measured: FloatArray
    modelled: FloatArray
    external: FloatArray
    threshold: FloatArray
    """What an external torque has to exceed to be told from what the model does not know: more for a
    joint that stands, whose friction may hold anything up to its level."""

    @property
    def residual(self) -> FloatArray:
        """(N, n) measured less expected torque."""
        return self.measured - self.modelled


class OnlineModel:
    """Feeds a stream to an identified model; made by :meth:`of`.

    A hole in the numbering and a NaN in the motion begin anew: nothing is said for ``settle_s``
    then, nor of a joint that has not moved since, as far as the friction has a presliding state:
    what a joint's friction holds is not known until the joint has moved.
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
        """How late everything is, s."""
        self.observer_gain = observer_gain or rate_hz / self._outer.delay_samples
        """1/s: one over the observer's time constant. By default that is the delay of the filter on the
        torques, so that all curves are in phase."""
        self.threshold = THRESHOLD_STDS * np.asarray(residual_std, dtype=np.float64)
        """(n,) N·m (N) above which a torque is taken to come from outside."""
        self._settling = self._settling_samples()
        self.settle_s = (max(self._settling) + 1) / rate_hz
        """How long nothing is said after a beginning, s."""
        inner, outer = self._inner, self._outer
        self._filters = (inner.sections, inner.steady, outer.sections, outer.steady)
        self._tuning = (
            1.0 / rate_hz,
            self.observer_gain,
            self._settling,
            WOUND_UP_AFTER if model.uses_presliding else -1.0,  # without, every contact counts at once
            CREEPING_SPEED,
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
        """The online form of what an identification found for this robot.

        Parameters
        ----------
        rate_hz
            Samples per second of the stream.
        observer_gain
            1/s; None for the one that is as late as the other curves.

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
        """Torques of what is new; chunks of any size give the same.

        Parameters
        ----------
        sequence
            (N,) the device's count of its samples.
        time
            (N,) s on the device's clock.
        columns
            (N, n) each as the controller reports them, SI units, NaN where there is nothing.

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
        torques = np.empty((count, n, 4))
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
        return OnlineTorque(
            sequence=sequence - self.delay_samples,
            time=time - self.delay_s,
            measured=torques[..., 0] * sign,
            modelled=torques[..., 1] * sign,
            external=torques[..., 2] * sign,
            threshold=torques[..., 3] + self.threshold,
        )

    def _add_learned(self, made: tuple[object, ...], torques: FloatArray) -> None:
        from core.online import _learned  # compiled for those alone who learned something

        tuning = (self._settling[0], 1.0 / self.rate_hz)
        _learned.add_learned(made, self._filters, self._model.learned, self._rest, tuning, torques)

    def _twist(self, columns: Columns) -> FloatArray:
        """Of the gears, (N, n) in the model's terms, where a learner looks at it and both ends tell."""
        both = (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)
        if self._model.learned is None or not self._model.needs_twist or not set(both) <= set(columns):
            return np.empty((0, self._robot.joint_count))
        motor, link = (columns[name] for name in both)
        return _plain(twist(motor, link, self._robot) * self._robot.reported_sign)

    def _chosen(self, columns: Columns) -> tuple[Quantity, Quantity | None, Quantity]:
        """Where position, velocity and torque are taken from; as the identification took them."""
        position = next((each for each in POSITION_SOURCES if each in columns), None)
        torque = next((each for each in TORQUE_SOURCES if each in columns), None)
        if Quantity.CURRENT in columns and self._drive_gain is not None:
            torque = Quantity.CURRENT
        if position is None:
            raise BadRequest("no-position", recording="")
        if torque is None:
            raise BadRequest("no-torque", recording="")
        if torque is Quantity.CURRENT and self._drive_gain is None:
            raise BadRequest("no-drive-gain", robot=self._robot.name, recording="")
        velocities = (Quantity.VELOCITY, Quantity.MOTOR_VELOCITY)
        return position, next((each for each in velocities if each in columns), None), torque

    def _take_sources(self, chosen: tuple[Quantity, Quantity | None, Quantity]) -> None:
        """Begin anew with other columns."""
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
        """After how many samples the torques, their filter alone, and the observer have forgotten."""
        outer = self._outer.settling_samples
        before = self._inner.settling_samples + 2 + self._held_back
        if self._model.uses_presliding:
            before = max(before, outer)
        observer = round(_TIME_CONSTANTS / self.observer_gain * self.rate_hz)
        return before + outer, outer, before + max(observer, outer)

    def _beginning(self) -> tuple[object, ...]:
        """What the kernel carries from chunk to chunk, before the first sample."""
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
        )
        watch, ages = np.zeros((3, n)), np.zeros((2, n), dtype=np.int64)
        self._rest = (
            np.zeros((4, n, sections, 2)),
            np.zeros((5, n)),
            np.zeros(n),
            np.zeros(n, dtype=np.int64),
        )
        return conditioning, slid, np.zeros((2, n, sections, 2)), watch, ages


def _plain(column: FloatArray) -> FloatArray:
    """The array as the one kind the kernel is compiled for."""
    ready = np.ascontiguousarray(column, dtype=np.float64)
    return ready if ready.flags.writeable else ready.copy()
