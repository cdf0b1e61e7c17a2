"""A virtual arm that goes to places with and without a load and is looked at when it stands.

What both encoders show and where the tool truly is are means over the same standstill. Places are always come
to from the same side. A load is a payload on the flange, a pull at the tool, or both; it is put on slowly.

    arm = StandingArm(load_robot("mikhel-6"), seed=3)
    empty = arm.arrive(place)
    arm.put_on(Load("50 kg", 50.0))
    loaded = arm.arrive(place)
    left = arm.step(place.goal + correction)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from core.recording import FloatArray
from core.robot.collision import clearances
from core.robot.dynamics import inverse_dynamics
from core.robot.model import RobotModel
from core.stiffness.backward_jacobian import spring_columns
from core.stiffness.correction import lifting_direction
from core.stiffness.prediction import FlangeLoad, load_wrench
from devices.virtual.firmware.paths import StraightMove
from devices.virtual.firmware.plant import solid_payload
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.profile import Imperfections, imperfections
from devices.virtual.physics.rating import rate

AVERAGE_S, SETTLE_S = 0.3, 1.0
LOOK_EVERY = 10
"""Control periods between looks at the tool."""
APPROACH_RAD = np.radians(3.0)
TRAVEL_SHARE, APPROACH_SHARE = 0.5, 0.1
"""Of all joints' speeds, between places and to them."""
SPEED_UP_SHARE = 0.15
PUT_ON_STEPS, PUT_ON_STEP_S = 40, 0.05
FREE_M = 0.05
"""From the floor and from itself."""
STANDS_RAD = 1e-3
"""A loop that is farther behind does not carry the load."""
RATED_SHARE = 0.9
"""Of rated torque that weight and load may ask for."""
PATH_POINTS = 30
"""Of every way, at which they are asked."""
SPARE = 10
"""Places to choose the next from, when few are left."""


@dataclass(frozen=True)
class Load:
    """A payload of ``mass`` kg at ``center`` m in the flange frame, and a ``pull`` N in the base frame."""

    name: str
    mass: float = 0.0
    center: tuple[float, float, float] = (0.0, 0.0, 0.0)
    pull: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def payload(self) -> FlangeLoad | None:
        """What hangs there."""
        return FlangeLoad(self.mass, self.center) if self.mass > 0.0 else None

    def wrench(self, robot: RobotModel, q: FloatArray) -> FloatArray:
        """Force and moment (N, 6) at the flange, in the base frame, at poses (N, n)."""
        total = np.zeros((q.shape[0], 6))
        total[:, :3] = self.pull
        return total if self.payload is None else total + load_wrench(robot, q, self.payload)


@dataclass(frozen=True, eq=False)
class Place:
    """Where the joints are told to be (n,), and from where they come."""

    goal: FloatArray
    before: FloatArray


@dataclass(frozen=True, eq=False)
class Look:
    """Means of a standstill: ``deflection`` (n,) rad motor less link, with unknown zeros, ``tool`` (3,) m.

    ``behind`` (n,) rad is what the loop still had to go.
    """

    deflection: FloatArray
    tool: FloatArray
    behind: FloatArray


class ArmToLookAt(Protocol):
    """What goes to places and is looked at."""

    def arrive(self, place: Place) -> Look:
        """Go there from its side, stand, and look."""

    def step(self, target: FloatArray) -> Look:
        """Go straight on to a target close by, stand, and look."""

    def put_on(self, load: Load) -> None:
        """Load it."""


class SettledArm:
    """An arm whose gears and links give and that has no other fault; it is at rest wherever it is.

    Nothing would damp its swinging, so it is put down everywhere instead of going there.
    """

    def __init__(self, robot: RobotModel, *, seed: int) -> None:
        self.robot, self._seed = robot, seed
        self._ranges = ideal(imperfections(robot, rate(robot)))
        self._load = Load("nothing")

    def arrive(self, place: Place) -> Look:
        """Be there."""
        return self.step(place.goal)

    def step(self, target: FloatArray) -> Look:
        """Be there."""
        load = self._load
        payload = solid_payload(load.mass, center_of_mass=np.array(load.center))
        arm = VirtualArm(
            self.robot,
            seed=self._seed,
            elastic_links=True,
            imperfections=self._ranges,
            payload=payload,
            start=target,
        )
        arm.advance(target, np.zeros_like(target))
        return Look(twist_of(arm), arm.flange_transform()[:3, 3], np.zeros_like(target))

    def put_on(self, load: Load) -> None:
        """Load it; an arm at rest under a pull no one can put down."""
        assert not any(load.pull), "a settled arm carries payloads alone"
        self._load = load


class StandingArm:
    """One arm from one power-on with every imperfection, its links as elastic as described."""

    def __init__(self, robot: RobotModel, *, seed: int, start: FloatArray) -> None:
        self.robot = robot
        self._arm = VirtualArm(robot, seed=seed, elastic_links=True, start=start)
        self._pull = np.zeros(3)

    def arrive(self, place: Place) -> Look:
        """Go there from its side, stand, and look."""
        self._move(place.before, TRAVEL_SHARE)
        self._move(place.goal, APPROACH_SHARE)
        return self._look()

    def step(self, target: FloatArray) -> Look:
        """Go straight on to a target close by, stand, and look."""
        self._move(target, APPROACH_SHARE)
        return self._look()

    def put_on(self, load: Load) -> None:
        """Load the standing arm bit by bit."""
        center = np.array(load.center)
        for part in range(1, PUT_ON_STEPS + 1):
            share = part / PUT_ON_STEPS
            self._pull = share * np.array(load.pull)
            self._arm.attach(solid_payload(share * load.mass, center_of_mass=center))
            self._stand(PUT_ON_STEP_S)

    def _move(self, target: FloatArray, share: float) -> None:
        arm = self._arm
        nominal = arm.nominal
        path = StraightMove(
            arm.set_point,
            target,
            velocity=share * nominal.velocity_limit,
            acceleration=min(share, SPEED_UP_SHARE) * nominal.acceleration_limit,
        )
        for tick in range(1, int(np.ceil(path.duration * arm.CONTROL_RATE_HZ)) + 1):
            point = path.at(min(tick / arm.CONTROL_RATE_HZ, path.duration))
            self._advance(point.position, point.velocity)

    def _stand(self, seconds: float) -> None:
        here, nothing = self._arm.set_point, np.zeros(self.robot.joint_count)
        for _ in range(round(seconds * self._arm.CONTROL_RATE_HZ)):
            self._advance(here, nothing)

    def _advance(self, position: FloatArray, velocity: FloatArray) -> None:
        if self._pull.any():
            chain = self._arm.chain
            flange = self._arm.flange_transform()[:3, 3]
            body = chain.carrier + 1
            about_center = np.cross(flange - chain.state.xipos[body], self._pull)
            chain.state.xfrc_applied[body] = np.concatenate([self._pull, about_center])
        self._arm.advance(position, velocity)

    def _look(self) -> Look:
        self._stand(SETTLE_S)
        here, nothing = self._arm.set_point, np.zeros(self.robot.joint_count)
        deflections, tools = [], []
        for tick in range(round(AVERAGE_S * self._arm.CONTROL_RATE_HZ)):
            self._advance(here, nothing)
            deflections.append(twist_of(self._arm))
            if tick % LOOK_EVERY == 0:
                tools.append(self._arm.flange_transform()[:3, 3])
        behind = self._arm.sense().following_error
        assert np.abs(behind).max() < STANDS_RAD, f"the arm does not stand where it should: {behind}"
        return Look(np.mean(deflections, axis=0), np.mean(tools, axis=0), behind)


def twist_of(arm: VirtualArm) -> FloatArray:
    """(n,) rad motor less link position by the encoders' counts now, with unknown zeros."""
    nominal, readings = arm.nominal, arm.sense()
    motor = readings.motor_counts * (2.0 * np.pi / nominal.motor_counts_per_turn) / nominal.gear_ratio
    link = readings.link_counts * (2.0 * np.pi / nominal.link_counts_per_turn)
    return np.asarray((motor - link) * arm.robot.reported_sign)


def ideal(found: Imperfections) -> Imperfections:
    """An arm whose gears and links give and that has no other fault: no friction, no noise, fine encoders."""
    none = (0.0, 0.0)
    return replace(
        found,
        joints=replace(found.joints, current_noise=np.zeros_like(found.joints.current_noise)),
        gear=replace(found.gear, hysteresis_width=none, transmission_error=none),
        friction=replace(found.friction, coulomb=none, viscous=none, asymmetry=none, load=none),
        drive=replace(found.drive, gain_spread=0.0, ripple=0.0),
        sensors=replace(found.sensors, motor_bits=26.0, link_bits=28.0, lag_s=none),
    )


def free_places(
    robot: RobotModel, count: int, *, loads: Sequence[Load], generator: np.random.Generator
) -> tuple[Place, ...]:
    """Random places clear of floor and arm, in an order in which the arm travels little.

    Neither there nor on the ways between them does any of the loads ask for more than the drives may give.
    """
    order: list[Place] = []
    left: list[Place] = []
    while len(order) < count:
        while len(left) < count - len(order) + SPARE:
            left.append(_free_place(robot, loads, generator))
        following = _nearest(robot, order[-1] if order else left[0], left, loads)
        if following is None:
            order.pop()  # nothing can be reached from there
        else:
            order.append(following)
            left.remove(following)
    return tuple(order)


def _free_place(robot: RobotModel, loads: Sequence[Load], generator: np.random.Generator) -> Place:
    is_open = ~np.isfinite(robot.upper - robot.lower)
    low, high = np.where(is_open, -np.pi, robot.lower), np.where(is_open, np.pi, robot.upper)
    while True:
        q = generator.uniform(low, high)
        place = Place(q, q - APPROACH_RAD * lifting_direction(robot, q))
        both = np.stack([place.goal, place.before])
        is_inside = np.all((place.before >= robot.lower) & (place.before <= robot.upper))
        if is_inside and _is_free(robot, both) and _are_rated(robot, both, loads):
            return place


def _is_free(robot: RobotModel, q: FloatArray) -> bool:
    return bool(clearances(robot, q, floor_height=0.0).distance.min() > FREE_M)


def _nearest(robot: RobotModel, here: Place, places: Sequence[Place], loads: Sequence[Load]) -> Place | None:
    """Of those to which the loaded arm can go."""
    share = np.linspace(0.0, 1.0, PATH_POINTS)[:, np.newaxis]
    for place in sorted(places, key=lambda one: float(np.abs(one.before - here.goal).max())):
        if _are_rated(robot, here.goal + share * (place.before - here.goal), loads):
            return place
    return None


def _are_rated(robot: RobotModel, q: FloatArray, loads: Sequence[Load]) -> bool:
    """Whether weight and every load leave something of the rated torques at all poses (N, n)."""
    still = np.zeros_like(q)
    weight = inverse_dynamics(robot, q, still, still)
    columns = spring_columns(robot, (), robot.flange, q).joint
    allowed = RATED_SHARE * rate(robot).torque
    carried = (weight - np.einsum("kri,kr->ki", columns, load.wrench(robot, q)) for load in loads)
    return all(bool(np.all(np.abs(one) <= allowed)) for one in carried)
