"""[Gao]'s three steps: mass from two parallel joints, then the centre across, then along.

Kept as published, for comparison and because its steps can be followed by hand. Differences of torque
with and without the payload are taken at equal angles of the moving joint.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.payload.result import PayloadStage
from core.payload.settings import Directions, SweepKey
from core.payload.strokes import PayloadStroke
from core.payload.sweeps import ArrangedSweeps, Sweep, SweepGroup
from core.payload.weight_columns import weight_columns
from core.recording import FloatArray
from core.robot.kinematics import flange_transforms, link_transforms
from core.robot.model import RobotModel

BIN_RAD = float(np.radians(0.5))
"""Angle bins over which torques are averaged before they are compared, rad."""
ACROSS = float(np.cos(np.radians(20.0)))
ALONG = float(np.sin(np.radians(20.0)))
"""Limits on flange z's product with the swept axis: parallel to it, or at right angles."""
FEWEST_BINS = 8
LOAD_FRICTION_STD = 0.03
"""Increase of friction with the load, as a share of the load; it stays in a one-way difference."""
_PARALLEL = 1.0 - 1e-6


@dataclass(frozen=True, eq=False)
class AddedTorque:
    """The torque (B,) N·m that the payload added on a joint along a group, at poses (B, n)."""

    group: SweepGroup
    q: FloatArray
    torque: FloatArray
    noise: float
    """Noise of one bin, N·m."""

    @property
    def keys(self) -> tuple[SweepKey, ...]:
        """Keys of the loaded sweeps in it."""
        return tuple(sweep.key for sweep in self.group.loaded)

    def at(self, angle: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Poses (K, n) and torque (K,) interpolated at other angles (K,) of the moving joint."""
        own = self.q[:, self.group.joint]
        rest, coefficients = _without_weight(own, self.torque)
        q = np.tile(self.q[0], (angle.size, 1))
        q[:, self.group.joint] = angle
        return q, np.interp(angle, own, rest) + _weight_shape(angle) @ coefficients


@dataclass(frozen=True, eq=False)
class StepEstimate:
    """One step: ``values`` and ``covariance`` of (mass, x, y, z), NaN for unknown quantities.

    ``scatter`` (4, 4) is the covariance without the uncertainty of the torques' scales.
    """

    stage: PayloadStage
    values: FloatArray
    covariance: FloatArray
    scatter: FloatArray
    sweeps: tuple[SweepKey, ...]
    rms: float


@dataclass(frozen=True, eq=False)
class Bending:
    """Gear deflection: ``compliance`` (n,) rad/(N·m), under the load ``carried`` (4,) known so far."""

    robot: RobotModel
    compliance: FloatArray
    carried: FloatArray

    def of_standing(self, q: FloatArray, moving: int) -> FloatArray:
        """Deflection (N, n) of the gears of all joints but the moving one under the payload, rad."""
        found = np.zeros_like(q)
        for joint in range(q.shape[1]):
            if joint != moving:
                load = weight_columns(self.robot, q, joint) @ self.carried
                found[:, joint] = self.compliance[joint] * load
        return found


def added_torques(
    arranged: ArrangedSweeps,
    *,
    directions: Directions,
    unloaded: Callable[[FloatArray, int], FloatArray] | None,
    bending: Bending | None = None,
) -> tuple[AddedTorque, ...]:
    """The torque added by the payload, for each group.

    Parameters
    ----------
    unloaded
        Torque by a model where no sweep gives it.
    bending
        Gear compliance, if known: then angles are those of the links.
    """
    found: list[AddedTorque] = []
    for group in arranged.groups:
        if not group.loaded:
            continue
        edges = _edges(group)
        bends = 0.0 if bending is None else float(bending.compliance[group.joint])
        with_it = _average(group.loaded, edges, directions, bends)
        pose = np.mean([sweep.pose for sweep in group.loaded], axis=0)
        q = np.tile(pose, (edges.size - 1, 1))
        q[:, group.joint] = 0.5 * (edges[1:] + edges[:-1])
        if bending is not None:
            q -= bending.of_standing(q, group.joint)
        if unloaded is None:
            empty = [sweep for sweep in group.sweeps if sweep.load.is_empty]
            without = _average(empty, edges, directions, bends)
        else:
            without = unloaded(q, group.joint)
        torque = with_it - without
        kept = np.isfinite(torque)
        if np.count_nonzero(kept) < FEWEST_BINS:
            continue
        found.append(AddedTorque(group, q[kept], torque[kept], _scatter(q[kept, group.joint], torque[kept])))
    return tuple(found)


def three_steps(
    added: Sequence[AddedTorque], robot: RobotModel, *, scale_covariance: FloatArray, directions: Directions
) -> Iterator[StepEstimate]:
    """The steps in order, as far as the sweeps allow.

    Parameters
    ----------
    scale_covariance
        (n, n) of the relative errors of the joints' torques.

    Yields
    ------
    Mass, then x and y, then z; ends early where poses are missing for the next one.
    """
    chosen = _choose(added, robot)
    if chosen is None:
        return
    friction = LOAD_FRICTION_STD if directions is Directions.FORWARD else 0.0
    grows = friction**2 * np.eye(robot.joint_count)
    covariance = scale_covariance + grows
    first, second, along, sign = chosen
    pair = _at_equal_orientation(first, second, sign, robot)
    if pair is None:
        return
    used = (*first.keys, *second.keys)
    values = np.full(4, np.nan)

    def mass_of(torques: tuple[FloatArray, FloatArray]) -> float:
        # The axes are parallel and the flange has the same orientation in both, so the centre of mass adds
        # the same moment to both torques. It cancels in their difference, which is mass · lever: a least
        # squares through the origin. The mass is linear in the torques, so its value for the torque of one
        # joint alone is its derivative by that joint's torque scale, which ``by_scale`` needs below.
        return float(np.sum(pair.lever * (torques[0] - sign * torques[1])) / np.sum(pair.lever**2))

    base = (pair.first, pair.second)
    values[0] = mass = mass_of(base)
    rms = float(np.sqrt(np.mean((base[0] - sign * base[1] - pair.lever * mass) ** 2)))
    noise = np.hypot(first.noise, second.noise) / np.sqrt(np.sum(pair.lever**2))
    by_scale = np.zeros(robot.joint_count)
    by_scale[first.group.joint] = mass_of((base[0], 0.0 * base[1]))
    by_scale[second.group.joint] = mass_of((0.0 * base[0], base[1]))
    gradients = {0: (noise, by_scale)}
    spreads = _spread(gradients, covariance), _spread(gradients, grows)
    yield StepEstimate(PayloadStage.MASS, values.copy(), *spreads, used, rms)

    for stage, source, places in (
        (PayloadStage.CENTER_XY, second, (1, 2)),
        (PayloadStage.CENTER_Z, along, (3,)),
    ):
        if source is None:
            return
        columns = weight_columns(robot, source.q, source.group.joint)
        known = [place for place in (1, 2) if place not in places and np.isfinite(values[place])]
        rest = source.torque - mass * columns[:, 0]
        for place in known:
            rest = rest - mass * values[place] * columns[:, place]
        inverse = np.linalg.pinv(mass * columns[:, list(places)])
        solved = inverse @ rest
        left = rest - mass * columns[:, list(places)] @ solved
        for row, place in enumerate(places):
            values[place] = solved[row]
            scale = np.zeros(robot.joint_count)
            scale[source.group.joint] = float(inverse[row] @ source.torque)
            noise = float(np.linalg.norm(inverse[row])) * source.noise
            moved = -float(inverse[row] @ columns[:, 0])  # from the mass, which was taken as exact
            for other in known:
                moved -= float(inverse[row] @ columns[:, other]) * values[other]
                noise = float(
                    np.hypot(noise, mass * (inverse[row] @ columns[:, other]) * gradients[other][0])
                )
            moved -= values[place] / mass
            gradients[place] = (float(np.hypot(noise, moved * gradients[0][0])), scale + moved * by_scale)
        yield StepEstimate(
            stage,
            values.copy(),
            _spread(gradients, covariance),
            _spread(gradients, grows),
            source.keys,
            float(np.sqrt(np.mean(left**2))),
        )


def _spread(gradients: dict[int, tuple[float, FloatArray]], covariance: FloatArray) -> FloatArray:
    """Covariance (4, 4) of the quantities known so far, from noise and from the scales' errors."""
    found = np.full((4, 4), np.nan)
    for one, (noise, scale) in gradients.items():
        for other, (_, others) in gradients.items():
            found[one, other] = scale @ covariance @ others + (noise**2 if one == other else 0.0)
    return found


@dataclass(frozen=True, eq=False)
class _Pair:
    """Added torques (B,) of both joints at equal flange orientation, and the difference of the levers."""

    first: FloatArray
    second: FloatArray
    lever: FloatArray


def _choose(
    added: Sequence[AddedTorque], robot: RobotModel
) -> tuple[AddedTorque, AddedTorque, AddedTorque | None, int] | None:
    """The two groups of the first step, that of the third, and the sign of the parallel axes."""
    joints = sorted({one.group.joint for one in added})
    if len(joints) != 2:
        return None
    middle = [one.q[one.q.shape[0] // 2][np.newaxis] for one in added]
    axes = [link_transforms(robot, q)[0, joints, :3, 2] for q in middle]
    products = [float(axis[0] @ axis[1]) for axis in axes]
    if min(abs(product) for product in products) < _PARALLEL:
        return None
    sign = 1 if products[0] > 0.0 else -1
    across = [
        abs(float(flange_transforms(robot, q)[0, :3, 2] @ axis[1]))
        for q, axis in zip(middle, axes, strict=True)
    ]
    by_orientation: dict[int, dict[int, int]] = {}
    for place, one in enumerate(added):
        by_orientation.setdefault(one.group.orientation, {})[one.group.joint] = place
    flat = [
        found for found in by_orientation.values() if len(found) == 2 and across[found[joints[1]]] >= ACROSS
    ]
    if not flat:
        return None
    upright = [
        one for place, one in enumerate(added) if one.group.joint == joints[1] and across[place] <= ALONG
    ]
    first, second = (added[flat[0][joint]] for joint in joints)
    return first, second, upright[0] if upright else None, sign


def _at_equal_orientation(
    first: AddedTorque, second: AddedTorque, sign: int, robot: RobotModel
) -> _Pair | None:
    """Both joints' torques where the sum of their angles, and so the flange orientation, is equal."""
    a, b = first.group.joint, second.group.joint
    turned = [one.q[:, a] + sign * one.q[:, b] for one in (first, second)]
    inside = (turned[0] >= turned[1].min()) & (turned[0] <= turned[1].max())
    if np.count_nonzero(inside) < FEWEST_BINS:
        return None
    q, torque = second.at(sign * (turned[0][inside] - second.q[0, a]))
    lever = weight_columns(robot, first.q[inside], a)[:, 0] - sign * weight_columns(robot, q, b)[:, 0]
    return _Pair(first.torque[inside], torque, lever)


def _edges(group: SweepGroup) -> FloatArray:
    angles = [stroke.angle for sweep in group.sweeps for stroke in sweep.strokes]
    low, high = min(one.min() for one in angles), max(one.max() for one in angles)
    return np.linspace(low, high, max(int(np.ceil((high - low) / BIN_RAD)), 1) + 1)


def _average(
    sweeps: Sequence[Sweep], edges: FloatArray, directions: Directions, compliance: float
) -> FloatArray:
    """Torque (B,) at the centre of each bin, both directions weighted equally; NaN where one is missing."""
    ways = (1, -1) if directions is Directions.BOTH else (1,)
    middle = 0.5 * (edges[1:] + edges[:-1])
    means = []
    for way in ways:
        strokes = [stroke for sweep in sweeps for stroke in sweep.strokes if stroke.direction == way]
        if not strokes:
            return np.full(middle.size, np.nan)
        angle = np.concatenate([_link_angle(stroke, compliance) for stroke in strokes])
        rest, coefficients = _without_weight(angle, np.concatenate([stroke.torque for stroke in strokes]))
        place = np.clip(np.digitize(angle, edges) - 1, 0, middle.size - 1)
        counts = np.bincount(place, minlength=middle.size)
        mean = np.bincount(place, rest, middle.size) / np.maximum(counts, 1)
        means.append(np.where(counts > 1, mean + _weight_shape(middle) @ coefficients, np.nan))
    return np.asarray(np.mean(means, axis=0))


def _link_angle(stroke: PayloadStroke, compliance: float) -> FloatArray:
    """Angle (M,) of the link: the gear's deflection under the smoothed torque is subtracted."""
    if compliance == 0.0:
        return stroke.angle
    rest, _ = _without_weight(stroke.angle, stroke.torque)
    return stroke.angle - compliance * (stroke.torque - rest)


def _without_weight(angle: FloatArray, torque: FloatArray) -> tuple[FloatArray, FloatArray]:
    """A torque (M,) minus a fitted gravity term and constant, and their coefficients (3,).

    Only the remainder is averaged and interpolated, because averaging would flatten the gravity curve.
    """
    shape = _weight_shape(angle)
    coefficients = np.asarray(np.linalg.lstsq(shape, torque, rcond=None)[0], dtype=np.float64)
    return torque - shape @ coefficients, coefficients


def _weight_shape(angle: FloatArray) -> FloatArray:
    """Gravity columns (M, 3): the torque of any weight is a sine of the moving joint's angle."""
    return np.column_stack((np.ones_like(angle), np.cos(angle), np.sin(angle)))


def _scatter(angle: FloatArray, torque: FloatArray) -> float:
    """Scatter of one bin about a smooth curve, N·m."""
    smooth = np.polynomial.Polynomial.fit(angle, torque, 4)(angle)
    return float(np.sqrt(np.sum((torque - smooth) ** 2) / max(torque.size - 5, 1)))
