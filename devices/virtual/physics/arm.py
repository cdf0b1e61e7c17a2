"""The virtual arm, one control period after another: set-points in, sensor readings out."""

import math
from collections.abc import Collection
from zlib import crc32

import mujoco
import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.errors import MotionRejected
from devices.virtual.physics import _kernels, kernel_rows
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.body import NOTHING, flange_body, link_bodies, with_payload
from devices.virtual.physics.chain import STEP_S, Chain, build_chain
from devices.virtual.physics.geometry import home_pose
from devices.virtual.physics.native import step_addresses
from devices.virtual.physics.profile import Imperfections
from devices.virtual.physics.profile import imperfections as shipped_imperfections
from devices.virtual.physics.rating import rate
from devices.virtual.physics.readings import (
    CountArray,
    NominalDrives,
    Payload,
    Readings,
    Watch,
)
from devices.virtual.physics.scaling import scaling
from devices.virtual.physics.sensors import encoder_zeros, nominal_drives
from devices.virtual.physics.truth import TrueArm, true_arm

CONTROL_RATE_HZ = 1000
"""Rate of position loops and sensors."""
_STEPS_PER_PERIOD = 4
_PERIOD_S = 1.0 / CONTROL_RATE_HZ
_SHOWN = [_kernels.CURRENT, _kernels.TEMPERATURE, _kernels.SEEN, _kernels.SEEN_SPEED]
"""Rows of the state that belong to a reading, in the order of ``run_periods``."""
_HISTORY_STEPS = 64
"""16 ms: longer than the lag of any channel."""
_NOISE_SAMPLES = 1024


class VirtualArm:
    """A moving robot arm with flexible gears, friction, drives and sensors.

    A new arm is at rest at ``start`` with open brakes; its position loop holds it there.

    Parameters
    ----------
    robot
        Any robot description.
    seed
        Number of the arm among the many of this type.
    imperfections
        Ranges of the imperfections; by default from ``resources/virtual``.
    payload
        Payload on the flange.
    worn
        Joints, counted from 0, whose gears have backlash.
    elastic_links
        If True, links are elastic: at the springs of the description, with their stiffness; if it has none,
        the long links bend.
    start
        Motor positions (n,) in the model's joint positions; by default :func:`home_pose`.
    power_on
        Name of the power-on; another name gives other encoder zeros and other noise.
    truth
        True parameters in place of those drawn from the seed, for example after years of wear;
        ``worn`` is then ignored.

    Raises
    ------
    ConfigurationError
        ``virtual-arm-without-mass`` if a described link has no positive mass and inertia;
        ``bad-virtual-profile`` if the file of magnitudes is incomplete.
    """

    CONTROL_RATE_HZ = CONTROL_RATE_HZ
    nominal: NominalDrives
    """Nominal values that a controller may know."""

    def __init__(  # noqa: PLR0913  # each makes another arm
        self,
        robot: RobotModel,
        *,
        seed: int = 0,
        imperfections: Imperfections | None = None,
        payload: Payload | None = None,
        worn: Collection[int] = (),
        elastic_links: bool = False,
        start: FloatArray | None = None,
        power_on: str = "",
        truth: TrueArm | None = None,
    ) -> None:
        self.robot = robot
        rating = rate(robot)
        ranges = shipped_imperfections(robot, rating) if imperfections is None else imperfections
        truth = truth or true_arm(robot, seed, found=ranges, worn=worn)
        self.nominal = nominal_drives(robot, truth=truth, ranges=ranges.sensors)
        coupling = rating.motor_coupling
        self._bodies = link_bodies(robot, scaling().body)
        self._chain = build_chain(
            robot, bodies=self._bodies, truth=truth, coupling=coupling, elastic_links=elastic_links
        )
        self._coupling = np.stack([coupling, np.linalg.inv(coupling)])
        zeros = encoder_zeros(rating, ranges.sensors, seed=seed, power_on=power_on)
        self._constants = kernel_rows.constant_rows(robot, truth=truth, nominal=self.nominal, zeros=zeros)
        inertia = kernel_rows.inertia_at_motors(self._chain, robot, coupling=coupling)
        kernel_rows.put_loop_gains(self._constants, ranges.loop, truth=truth, inertia=inertia)
        compensators = kernel_rows.compensator_rows(robot)
        self._arm = (self._coupling, self._constants, compensators)
        found = self._chain.state
        self._mechanics = (found.qpos, found.qvel, found.qfrc_applied, self._chain.joints)
        self._native = step_addresses(self._chain.model, found)
        self.attach(payload)
        n = robot.joint_count
        self._state = np.zeros((_kernels.STATE_ROWS, n))
        self._state[_kernels.TEMPERATURE] = truth.friction.coldest
        self._history = np.zeros((_HISTORY_STEPS, 3, n))
        self._lag_steps = truth.drive.lag_s / STEP_S
        self._counts = np.zeros((2, n), dtype=np.int64)
        self._current = np.zeros(n)
        self._set_points = np.zeros((2, n))
        self._noise = _Noise(truth.drive.current_noise, seed=seed, power_on=power_on)
        self._step = 0
        self._braked = False
        self._looped = True
        self._place(home_pose(robot) if start is None else np.array(start, dtype=np.float64))

    @property
    def time(self) -> float:
        """Simulated time since power-on, s."""
        return self._step * STEP_S

    @property
    def chain(self) -> Chain:
        """The mechanical model, for tests of the physics."""
        return self._chain

    @property
    def set_point(self) -> FloatArray:
        """Position (n,) of the last set-point."""
        position: FloatArray = self._set_points[0].copy()
        return position

    @property
    def gear_torque(self) -> FloatArray:
        """Torque (n,) of each gear on its link, N·m (N): what a sensor behind the gear measures."""
        torque: FloatArray = self._state[_kernels.TRANSMITTED].copy()
        return torque

    def hold(self) -> None:
        """Set the set-point to the present position."""
        self._set_points[0] = self._coupling[1] @ self._state[_kernels.SEEN]
        self._set_points[1] = 0.0

    def advance(self, position: FloatArray, velocity: FloatArray) -> None:
        """Advance one control period with the position loop; set-points (n,) in the model's convention.

        With closed brakes the motors stay off, whatever the set-points are.
        """
        self._set_points[0] = position
        self._set_points[1] = velocity
        self._looped = not self._braked
        if self._looped:
            _kernels.close_loop(self._set_points, self._arm, self._state, _PERIOD_S)
        self._step_once()

    def run(self, position: FloatArray, velocity: FloatArray, *, watch: Watch | None = None) -> Readings:
        """Advance control periods, each with its set-points (k, n), and read the sensors after each.

        It ends after the first period with a reading beyond ``watch``, and may end earlier. The readings
        (m, n) are those of the m ≥ 1 periods that were run.
        """
        noise = self._noise.ahead(position.shape[0])
        most, n = noise.shape
        set_points = np.stack([position[:most], velocity[:most]], axis=1)
        looped = self._looped = not self._braked
        counts, readings = np.zeros((most, 2, n), dtype=np.int64), np.empty((most, 5, n))
        bounds = Watch.nothing(n) if watch is None else watch
        done = _kernels.run_periods(
            self._native,
            self._mechanics,
            self._arm,
            (self._state, self._history),
            (self._step, _STEPS_PER_PERIOD, STEP_S, _PERIOD_S),
            set_points if looped else set_points[:0],
            (self._lag_steps, noise, (bounds.following_error, bounds.torque, bounds.lower, bounds.upper)),
            (counts, readings),
        )
        step, self._step = self._step, self._step + done * _STEPS_PER_PERIOD
        self._noise.take(done)
        self._set_points[:] = set_points[done - 1]
        self._counts[:], self._current[:] = counts[done - 1], readings[done - 1, 0]
        time = (step + _STEPS_PER_PERIOD * np.arange(1, done + 1)) * STEP_S
        return self._readings(time, counts[:done], readings[:done], set_points[:done, 0])

    def advance_with_torque(self, torque: FloatArray) -> None:
        """Advance one control period with given motor torques (n,) at the joint side, N·m or N.

        The torques act as given, independent of the drives' gains and limits; friction, ripple and brakes
        act in addition.
        """
        self._looped = False
        self._state[_kernels.TORQUE] = torque
        self._state[_kernels.CURRENT] = torque / self._constants[_kernels.GAIN]
        # the position loop continues from this torque when it is closed again
        self._state[_kernels.INTEGRAL] = (
            self._state[_kernels.CURRENT] * self._constants[_kernels.NOMINAL_GAIN]
        )
        self._step_once()

    def set_brakes(self, *, engaged: bool) -> None:
        """Close the brakes on the motors and open the position loop, or the reverse.

        When the brakes open, the loop holds the position with the torque that the brakes carried.
        """
        if engaged == self._braked:
            return
        self._braked = engaged
        state, constants = self._state, self._constants
        state[_kernels.BRAKE_ON] = float(engaged)
        if engaged:
            state[_kernels.BRAKE] = -state[_kernels.TORQUE]
            state[[_kernels.TORQUE, _kernels.CURRENT]] = 0.0
            return
        # without this bumpless transfer the arm would sink until the integrator has built up the torque
        carried = -state[_kernels.BRAKE]
        state[_kernels.INTEGRAL] = carried * constants[_kernels.NOMINAL_GAIN] / constants[_kernels.GAIN]
        state[_kernels.BRAKE] = 0.0
        self.hold()

    def sense(self) -> Readings:
        """Read the sensors (n,); once per control period, after ``advance``."""
        noise = self._noise.ahead(1)
        self._noise.take(1)
        _kernels.read_sensors(
            self._history, self._lag_steps, self._step, noise[0], self._constants, self._counts,
            self._current,
        )  # fmt: skip
        shown = np.stack([self._current, *self._state[_SHOWN]])
        return self._readings(
            np.array([self.time]), self._counts[None].copy(), shown[None], self._set_points[None, 0]
        ).last

    def _readings(
        self, time: FloatArray, counts: CountArray, shown: FloatArray, set_point: FloatArray
    ) -> Readings:
        """Readings of k periods from ``counts`` (k, 2, n) and ``shown`` (k, 5, n) of the kernel."""
        current, reference, temperature, seen, seen_speed = shown.transpose(1, 0, 2)
        sign, inverse = self._constants[_kernels.REPORTED_SIGN], self._coupling[1]
        # as columns: one product per period, whatever the number of periods
        position = (inverse @ seen[..., None])[..., 0]
        return Readings(
            time=time,
            motor_counts=counts[:, 0],
            link_counts=counts[:, 1],
            current=current,
            current_reference=sign * reference,
            temperature=temperature,
            position=position,
            velocity=(inverse @ seen_speed[..., None])[..., 0],
            following_error=set_point - position if self._looped else np.zeros_like(position),
            torque=sign * current * self._constants[_kernels.NOMINAL_GAIN],
        )

    def attach(self, payload: Payload | None) -> None:
        """Put a payload on the flange; None removes it.

        Raises
        ------
        MotionRejected
            ``payload-not-physical`` if its mass is not positive.
        """
        if payload is not None and not payload.mass > 0.0:
            raise MotionRejected("payload-not-physical", mass=payload.mass)
        carried = NOTHING if payload is None else flange_body(payload, flange=self.robot.flange)
        carrier = self._chain.carrier
        if carrier < len(self._bodies):
            last = self._bodies[carrier]
            carried = last if payload is None else with_payload(last, carried)
        self._chain.set_body(carrier, carried)

    def flange_transform(self) -> FloatArray:
        """True pose (4, 4) of the flange in the base frame, as a laser tracker would measure it.

        It includes all deflections: gears, elastic links, and the error of the position loop.
        """
        placed: FloatArray = self._chain.carrier_transform() @ self.robot.flange
        return placed

    def _step_once(self) -> None:
        """Run the physics steps of one control period."""
        _kernels.run_steps(
            self._native, self._mechanics, self._arm, self._state, self._history, self._step,
            _STEPS_PER_PERIOD, STEP_S,
        )  # fmt: skip
        self._step += _STEPS_PER_PERIOD
        self._observe()

    def _observe(self) -> None:
        _kernels.observe(self._mechanics, self._arm, self._state, self._history, self._step, _PERIOD_S)

    def _place(self, start: FloatArray) -> None:
        """Put the arm at rest at ``start``, with gears and drives already carrying the weight."""
        chain = self._chain
        settle(chain, start, self._arm, self._state)
        self._history[:, _kernels.MOTOR_CHANNEL] = self._state[_kernels.MOTOR]
        qpos, joints = chain.state.qpos, chain.joints
        if self.robot.output_locked:
            chain.clamp(qpos[joints[0]] + qpos[joints[1]])
        self._history[:, _kernels.LINK_CHANNEL] = qpos[joints[0]] + qpos[joints[1]]
        self._history[:, _kernels.CURRENT_CHANNEL] = self._state[_kernels.CURRENT]
        self._observe()
        self._state[_kernels.SEEN_SPEED] = 0.0
        self.hold()


class _Noise:
    """White noise of the measured currents, drawn in batches."""

    def __init__(self, deviation: FloatArray, *, seed: int, power_on: str) -> None:
        self._deviation = deviation
        self._rng = np.random.default_rng([seed, 3, crc32(power_on.encode())])
        self._samples = np.empty((_NOISE_SAMPLES, deviation.size))
        self._next = _NOISE_SAMPLES

    def ahead(self, most: int) -> FloatArray:
        """Return the next noise samples (k, n), A; at least one, at most ``most``."""
        if self._next == _NOISE_SAMPLES:
            self._rng.standard_normal(out=self._samples)
            self._samples *= self._deviation
            self._next = 0
        samples: FloatArray = self._samples[self._next : self._next + most]
        return samples

    def take(self, count: int) -> None:
        """Count the next samples as used."""
        self._next += count


_ROUNDS = 8
"""Number of iterations: deflections change the gravity torques slightly; each is 1000 times closer."""


def settle(
    chain: Chain, start: FloatArray, arm: tuple[FloatArray, FloatArray, FloatArray], state: FloatArray
) -> None:
    """Put the arm at rest with its motors at ``start`` (n,), friction and hysteresis unloaded.

    ``arm`` and ``state`` are those of the kernels; positions in ``chain`` and rows of ``state`` are set.
    """
    coupling, constants, compensators = arm
    joints, qpos = chain.joints, chain.state.qpos
    qpos[joints[0]] = start
    state[k.MOTOR] = coupling[0] @ start
    for _ in range(_ROUNDS):
        mujoco.mj_forward(chain.model, chain.state)
        weight = chain.state.qfrc_bias[joints[1]].copy()
        for row in compensators:
            joint = int(row[k.COMPENSATED_JOINT])
            weight[joint] -= k.compensator_torque(row, qpos[joints[:, joint]].sum())
        _deflect(chain, weight, constants, state)
        _bend(chain)
    motor = coupling[1].T @ weight
    for joint in range(start.size):
        _, slope = k.transmission_error(constants, joint, state[k.MOTOR, joint])
        motor[joint] += weight[joint] * slope - k.torque_ripple(constants, joint, state[k.MOTOR, joint])
    state[k.TRANSMITTED] = weight
    state[k.TORQUE] = motor
    state[k.CURRENT] = motor / constants[k.GAIN]
    state[k.INTEGRAL] = state[k.CURRENT] * constants[k.NOMINAL_GAIN]
    state[k.SEEN] = state[k.MOTOR]


def _deflect(chain: Chain, weight: FloatArray, constants: FloatArray, state: FloatArray) -> None:
    """Stretch the gears until they carry the weight, across the backlash gap if there is one."""
    for joint in range(weight.size):
        spring = -weight[joint] / constants[k.STIFFNESS, joint]
        flank = math.copysign(constants[k.HALF_GAP, joint], spring)
        error, _ = k.transmission_error(constants, joint, state[k.MOTOR, joint])
        state[k.STRETCH, joint], state[k.FLANK, joint] = spring, flank
        state[k.GEAR_FORCE, joint] = -weight[joint]
        chain.state.qpos[chain.joints[1, joint]] = spring + flank + error


def _bend(chain: Chain) -> None:
    """Bend elastic links under their load: first joints with their own spring, then coupled ones."""
    stiffness, weight = chain.model.jnt_stiffness, chain.state.qfrc_bias
    springs = stiffness.ravel() > 0.0
    chain.state.qpos[springs] = -weight[springs] / stiffness.ravel()[springs]
    for giving in chain.giving:
        chain.state.qpos[giving.places] = -giving.compliance @ weight[giving.places]
