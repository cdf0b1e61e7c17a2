"""An arm that shares no code with the identification: rigid bodies by MuJoCo, joints of another family.

The links follow a given motion; the torques that this takes come from MuJoCo's inverse dynamics. On the
motor's side of every gear there is what no fitted form has: a Stribeck curve with an exponential, viscous
friction that grows with a power of the speed and falls as the gear warms up over minutes, friction that grows
with the root of the load, asperities that slip one after the other when the motion turns round, one
direction harder than the other, ripple, a gear that bends, and a drive gain up to a few per cent from the
data sheet.
"""

from dataclasses import dataclass

import mujoco
import numba
import numpy as np

from core.recording import FloatArray, Mark, Origin, Quantity, Recording, TorqueKind
from core.robot.model import RobotModel

FINE_HZ = 500.0
LOGGED_EVERY = 4
"""Fine samples from one logged sample to the next: 125 Hz."""
DATA_SHEET_OFF = 0.03
"""Largest relative error of a drive gain in the data sheet, all errors as likely."""
LINKS_OFF = 0.1
"""Largest relative difference of a link's mass and inertia from the description's."""
SLIPS = np.array([0.1, 0.3, 1.0, 3.0])
"""Distances at which the asperities of a gear slip, in units of the joint's own."""
COUNT_RAD = 2.0 * np.pi / 2**20


@dataclass(frozen=True, eq=False)
class ForeignJoints:
    """What is true of the joints, (n,) each."""

    gain: FloatArray
    """N·m/A."""
    rotor: FloatArray
    coulomb: FloatArray
    breakaway: FloatArray
    """Share by which friction rises towards rest."""
    stribeck_speed: FloatArray
    viscous: FloatArray
    power: FloatArray
    """Exponent of the speed in the viscous part."""
    cools: FloatArray
    """Share of the viscous part that warming takes away."""
    load: FloatArray
    """Friction, N·m per root of N·m of load."""
    slip: FloatArray
    """Distance at which asperities slip, rad."""
    asymmetry: FloatArray
    compliance: FloatArray
    """rad/(N·m)."""
    ripple: FloatArray
    noise: FloatArray
    """Of the torque, N·m."""


class ForeignArm:
    """An arm with a seed of its own, with or without a payload.

    Parameters
    ----------
    robot
        Geometry and masses around which the true ones are drawn.
    rated
        Rated torque (n,), N·m, which sizes friction, gears and noise.
    """

    def __init__(self, robot: RobotModel, *, rated: FloatArray, seed: int, bends: bool = True) -> None:
        self.robot, self.rated = robot, rated
        draw = np.random.default_rng([seed, 77])
        n = robot.joint_count
        assert robot.inertial_parameters is not None
        self.links = robot.inertial_parameters * draw.uniform(1.0 - LINKS_OFF, 1.0 + LINKS_OFF, (n, 1))
        self.data_sheet = rated / 10.0
        top = 2.0  # rad/s
        self.joints = ForeignJoints(
            gain=self.data_sheet * (1.0 + draw.uniform(-DATA_SHEET_OFF, DATA_SHEET_OFF, n)),
            rotor=0.01 * rated * draw.uniform(0.7, 1.3, n),
            coulomb=0.06 * rated * draw.uniform(0.7, 1.3, n),
            breakaway=draw.uniform(0.1, 0.4, n),
            stribeck_speed=draw.uniform(0.02, 0.1, n),
            viscous=0.06 * rated / top * draw.uniform(0.7, 1.3, n),
            power=draw.uniform(0.5, 0.9, n),
            cools=draw.uniform(0.1, 0.3, n),
            load=0.01 * np.sqrt(rated) * draw.uniform(0.5, 2.0, n),
            slip=1e-4 * draw.uniform(0.5, 2.0, n),
            asymmetry=draw.uniform(-0.04, 0.04, n),
            compliance=0.005 / rated * draw.uniform(0.6, 1.6, n) * float(bends),
            ripple=0.003 * rated * draw.uniform(0.5, 1.5, n),
            noise=0.005 * rated * draw.uniform(0.5, 1.5, n),
        )
        self._draw = draw
        self._warm = np.zeros(n)
        self.usual_load = np.zeros(n)
        """Mean size of the load on each gear in the last run, N·m."""
        self._bare = _model(robot, self.links)
        self._carrying = self._bare

    def carry(self, mass: float, center: FloatArray) -> None:
        """Put a payload on the flange, a solid ball of the density of steel; 0 kg takes it off."""
        payload = (mass, center) if mass > 0.0 else None
        self._carrying = self._bare if payload is None else _model(self.robot, self.links, payload)

    def record(self, position: FloatArray, label: str, *, both_encoders: bool = False) -> Recording:
        """Move the links along ``position`` (N, n), rad at ``FINE_HZ``; what the controller tells of it."""
        joints, step = self.joints, 1.0 / FINE_HZ
        velocity = np.gradient(position, step, axis=0)
        acceleration = np.gradient(velocity, step, axis=0)
        load = _inverse(self._carrying, position, velocity, acceleration)
        self.usual_load = np.abs(load).mean(axis=0)
        motor = position + joints.compliance * load
        speed = np.gradient(motor, step, axis=0)
        torque = load + joints.rotor * np.gradient(speed, step, axis=0)
        torque += self._friction(motor, speed, load) + joints.ripple * np.sin(202.0 * motor)
        rows = slice(0, None, LOGGED_EVERY)
        count = position[rows].shape
        seen = torque[rows] + joints.noise * self._draw.standard_normal(count)
        read = _counted(motor[rows])
        columns = {Quantity.POSITION: read, Quantity.CURRENT: seen / joints.gain}
        if both_encoders:
            columns |= {Quantity.MOTOR_POSITION: read, Quantity.LINK_POSITION: _counted(position[rows])}
        return Recording(
            label=label,
            time=np.arange(count[0]) * LOGGED_EVERY * step,
            columns=columns,
            torque_kind=TorqueKind.MOTOR_CURRENT,
            payload_mass=0.0,
            origin=Origin(first_row=1, last_row=int(count[0]), layout="foreign", mark=Mark.VIRTUAL),
        )

    def friction_at(self, joint: int, speed: float, load: float) -> float:
        """Friction at a steady speed and load, half as warm as now, mean of both directions, N·m."""
        joints = self.joints
        warm = 1.0 - joints.cools[joint] * 0.5 * self._warm[joint]
        rise = 1.0 + joints.breakaway[joint] * np.exp(-np.sqrt(speed / joints.stribeck_speed[joint]))
        viscous = joints.viscous[joint] * warm * 2.0 * (speed / 2.0) ** joints.power[joint]
        return float(joints.coulomb[joint] * rise + viscous + joints.load[joint] * np.sqrt(load))

    def _friction(self, motor: FloatArray, speed: FloatArray, load: FloatArray) -> FloatArray:
        """Friction (N, n); the gears warm up by their own losses, with a time constant of five minutes."""
        joints, size = self.joints, np.abs(speed)
        share = np.minimum(size.mean(axis=0) / 1.0, 1.0)
        time = np.arange(speed.shape[0])[:, np.newaxis] / FINE_HZ
        warm = share + (self._warm - share) * np.exp(-time / 300.0)
        self._warm = warm[-1]
        viscous = joints.viscous * (1.0 - joints.cools * warm) * 2.0 * (size / 2.0) ** joints.power
        rise = 1.0 + joints.breakaway * np.exp(-np.sqrt(size / joints.stribeck_speed))
        whole = joints.coulomb * rise + viscous + joints.load * np.sqrt(np.abs(load))
        direction = _direction(motor, joints.slip)
        return whole * direction * (1.0 + joints.asymmetry * direction)


@numba.njit(cache=False)  # type: ignore[untyped-decorator]
def _direction(motor: FloatArray, slip: FloatArray) -> FloatArray:
    """Mean strain of the asperities (Maxwell's slip model), from -1 to 1, (N, n)."""
    found = np.zeros_like(motor)
    for joint in range(motor.shape[1]):
        strain = np.zeros(4)
        for row in range(1, motor.shape[0]):
            moved = motor[row, joint] - motor[row - 1, joint]
            total = 0.0
            for part in range(4):
                limit = slip[joint] * SLIPS[part]
                strain[part] = min(max(strain[part] + moved, -limit), limit)
                total += strain[part] / limit
            found[row, joint] = total / 4.0
    return found


def excitation(n: int, *, seed: int, seconds: float, size: FloatArray) -> FloatArray:
    """A random smooth motion (N, n) of up to ``size`` (n,) rad that begins and ends at rest."""
    draw = np.random.default_rng([seed, 5])
    time = np.arange(round(seconds * FINE_HZ)) / FINE_HZ
    orders = np.arange(1, 7)
    angle = 2.0 * np.pi * np.outer(time / seconds * 2.0, orders)
    sines, cosines = draw.normal(size=(2, orders.size, n)) / orders[:, np.newaxis] ** 0.7
    raw = np.sin(angle) @ sines + np.cos(angle) @ cosines
    raw -= raw[0]
    ramp = np.clip(np.minimum(time, time[-1] - time) / 1.0, 0.0, 1.0)[:, np.newaxis]
    ramp = ramp**3 * (10.0 - 15.0 * ramp + 6.0 * ramp**2)
    return np.asarray(size * ramp * raw / np.abs(raw).max(axis=0))


def straight(places: list[FloatArray], speeds: list[float]) -> FloatArray:
    """A motion (N, n) from place to place, each at its speed of the fastest joint, rad/s."""
    pause, ramp = 0.2, 0.25
    parts = [np.tile(places[0], (round(pause * FINE_HZ), 1))]
    for begin, end, speed in zip(places, places[1:], speeds, strict=False):
        length = float(np.abs(end - begin).max())
        if length < 1e-9:
            continue
        seconds = length / speed + ramp
        time = np.arange(round(seconds * FINE_HZ)) / FINE_HZ
        way = _ramped(time, ramp) - _ramped(time - (seconds - ramp), ramp)
        parts.append(begin + np.outer(way / (seconds - ramp), end - begin))
        parts.append(np.tile(end, (round(pause * FINE_HZ), 1)))
    return np.concatenate(parts)


def _ramped(time: FloatArray, ramp: float) -> FloatArray:
    """Way of a motion that reaches unit speed within ``ramp``, without a jump of the acceleration."""
    inside = np.clip(time, 0.0, ramp)
    began = 0.5 * (inside - ramp / np.pi * np.sin(np.pi * inside / ramp))
    return np.asarray(began + np.maximum(time - ramp, 0.0))


def _counted(angle: FloatArray) -> FloatArray:
    return np.asarray(np.round(angle / COUNT_RAD) * COUNT_RAD)


def _inverse(
    model: mujoco.MjModel, position: FloatArray, velocity: FloatArray, acceleration: FloatArray
) -> FloatArray:
    found, state = np.empty_like(position), mujoco.MjData(model)
    qpos, qvel, qacc, force = state.qpos, state.qvel, state.qacc, state.qfrc_inverse
    for row in range(position.shape[0]):
        qpos[:], qvel[:], qacc[:] = position[row], velocity[row], acceleration[row]
        mujoco.mj_inverse(model, state)
        found[row] = force
    return found


def _model(
    robot: RobotModel, links: FloatArray, payload: tuple[float, FloatArray] | None = None
) -> mujoco.MjModel:
    """The arm as nested bodies at its modified Denavit-Hartenberg frames."""
    text, opened = "", 0
    place = robot.base
    rows = zip(links, robot.alpha, robot.a, robot.d, robot.offset, strict=True)
    for link, alpha, a, d, offset in rows:
        place = place @ _turn(0, alpha) @ _shift(a, 0.0, 0.0) @ _turn(2, offset) @ _shift(0.0, 0.0, d)
        text += f"<body {_placed(place)}><joint type='hinge' axis='0 0 1'/>{_inertial(link)}"
        opened, place = opened + 1, np.eye(4)
    if payload is not None:
        mass, center = payload
        size = 0.4 * mass * (3.0 * mass / (4.0 * np.pi * 7800.0)) ** (2.0 / 3.0)
        text += (
            f"<body {_placed(robot.flange)}><inertial pos='{_numbers(center)}' mass='{mass!r}' "
            f"diaginertia='{size} {size} {size}'/></body>"
        )
    gravity = _numbers(np.asarray(robot.gravity))
    bodies = f"{text}{'</body>' * opened}"
    return mujoco.MjModel.from_xml_string(
        f"<mujoco><compiler balanceinertia='true'/><option gravity='{gravity}'/>"
        f"<worldbody>{bodies}</worldbody></mujoco>"
    )


def _inertial(link: FloatArray) -> str:
    """Mass, centre and inertia about the centre of a link from its ten parameters at its frame."""
    mass, first = float(link[0]), link[1:4]
    center = first / mass
    xx, xy, yy, xz, yz, zz = link[4:]
    about = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    about = about - mass * (center @ center * np.eye(3) - np.outer(center, center))
    full = (about[0, 0], about[1, 1], about[2, 2], about[0, 1], about[0, 2], about[1, 2])
    return f"<inertial pos='{_numbers(center)}' mass='{mass!r}' fullinertia='{_numbers(np.array(full))}'/>"


def _placed(place: FloatArray) -> str:
    quaternion = np.empty(4)
    mujoco.mju_mat2Quat(quaternion, np.ascontiguousarray(place[:3, :3]).ravel())
    return f"pos='{_numbers(place[:3, 3])}' quat='{_numbers(quaternion)}'"


def _numbers(values: FloatArray) -> str:
    return " ".join(repr(float(value)) for value in values)


def _shift(x: float, y: float, z: float) -> FloatArray:
    made = np.eye(4)
    made[:3, 3] = x, y, z
    return made


def _turn(axis: int, angle: float) -> FloatArray:
    made = np.eye(4)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    made[first, first] = made[second, second] = np.cos(angle)
    made[first, second], made[second, first] = -np.sin(angle), np.sin(angle)
    return made
