"""Checks of the channels: torques that were exchanged, or have their sign reversed.

Both are other assignments of the recorded channels. If raw values r give the torque τ = r M, and the
true ones are r F (F exchanges or reverses channels), the true torque is τ M⁻¹ F M.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from core.identification.setup_checks.hypothesis import Hypothesis, Scatter, explain, unexplained
from core.identification.setup_checks.limits import LIMITS
from core.identification.setup_checks.sums import CheckedSums
from core.recording import FloatArray


@dataclass(frozen=True)
class Exchange:
    """The pair of joints whose exchange explains the recordings best.

    ``log_error`` is the change of the summed logarithms of the joints' errors, negative where it is
    better; ``alarm`` the joints whose channels were exchanged, ``left`` (n,) the error over the torque
    with the channels put right by ``torque`` (n, n).
    """

    pair: tuple[int, ...]
    log_error: float
    alarm: tuple[int, ...]
    left: FloatArray
    torque: FloatArray | None = None


@dataclass(frozen=True)
class Signs:
    """Friction of each joint and its standard deviation (n,), as power over RMS speed in N·m.

    Negative where friction would drive the joint. ``alarm`` are the joints with a reversed sign,
    ``left`` (n,) is the error over the torque with the torques turned round by ``torque`` (n, n).
    """

    friction: FloatArray
    std: FloatArray
    alarm: tuple[int, ...]
    left: FloatArray
    torque: FloatArray


def check_exchange(sums: CheckedSums, channels: FloatArray) -> Exchange:
    """Try the exchange of every two torques; a third cable is found by exchanging again.

    ``channels`` (n, n) turns recorded values (rows) into joint torques.
    """
    given = Hypothesis.as_given(sums, with_load=False)
    before = explain(sums, given)
    found, alarm = given, set[int]()
    first = Exchange((), 0.0, (), unexplained(sums, before))
    for _ in range(sums.joint_count - 1):
        pair, other, gain = _best_exchange(sums, found, channels)
        if not first.pair:
            first = replace(first, pair=pair, log_error=gain)
        if not pair or gain >= LIMITS.log_error:
            break
        found, alarm = other, alarm | set(pair)
    after = explain(sums, found)
    if not alarm or not _explains(sums, found, sorted(alarm)):
        return first
    return Exchange(
        first.pair,
        after.log_error - before.log_error,
        tuple(sorted(alarm)),
        unexplained(sums, after, torque=found.torque),
        found.torque,
    )


def _best_exchange(
    sums: CheckedSums, given: Hypothesis, channels: FloatArray
) -> tuple[tuple[int, ...], Hypothesis, float]:
    moved = np.flatnonzero(sums.counts > 0).tolist()
    before = explain(sums, given).log_error
    best, gain = given, float("inf")
    chosen: tuple[int, ...] = ()
    for pair in combinations(moved, 2):
        exchanged = np.eye(sums.joint_count)
        exchanged[list(pair)] = exchanged[list(pair)[::-1]]
        other = replace(given, torque=given.torque @ _assigned(channels, exchanged))
        after = explain(sums, other).log_error - before
        if after < gain:
            best, chosen, gain = other, pair, after
    return chosen, best, gain


def check_signs(sums: CheckedSums, channels: FloatArray) -> Signs:
    """Find torques that are reversed against their joint's position.

    Friction takes energy from a joint. Where it would drive the joint significantly, the sign of the
    torque or of the position is reversed; which of both cannot be known. Joints whose friction is too
    small to tell are reversed one after the other, as in an exchange.
    """
    given = Hypothesis.as_given(sums, with_load=False)
    friction, std = _friction(sums, given)
    found, alarm = given, set[int]()
    power, uncertainty = friction, std
    for _ in range(sums.joint_count):
        drives = np.flatnonzero(power < -LIMITS.sure * uncertainty).tolist()
        unclear = np.flatnonzero(power < LIMITS.sure * uncertainty).tolist()
        tried = list(_reversed(sums, found, channels, drives or unclear))
        if not tried:
            break
        gain, joint, other = min(tried, key=lambda one: one[0])
        if not drives and gain >= LIMITS.log_error:
            break
        if joint in alarm:
            break
        found, alarm = other, alarm | {joint}
        power, uncertainty = _friction(sums, found)
    if not alarm or not _explains(sums, found, sorted(alarm)):
        # a reversed position changes the arm's shape, which no torque puts right; its friction tells
        alarm = set(np.flatnonzero(friction < -LIMITS.sure * std).tolist())
    left = unexplained(sums, explain(sums, found), torque=found.torque)
    return Signs(friction, std, tuple(sorted(alarm)), left, found.torque)


def _reversed(
    sums: CheckedSums, given: Hypothesis, channels: FloatArray, joints: Sequence[int]
) -> Iterator[tuple[float, int, Hypothesis]]:
    before = explain(sums, given).log_error
    for joint in joints:
        if sums.counts[joint] > 0:
            turned = np.eye(sums.joint_count)
            turned[joint, joint] = -1.0
            other = replace(given, torque=given.torque @ _assigned(channels, turned))
            yield explain(sums, other).log_error - before, joint, other


def _assigned(channels: FloatArray, recorded: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.solve(channels, recorded @ channels))


def _explains(sums: CheckedSums, hypothesis: Hypothesis, joints: Sequence[int]) -> bool:
    left = unexplained(sums, explain(sums, hypothesis), torque=hypothesis.torque)
    return bool(np.all(left[list(joints)] <= LIMITS.explained))


def _friction(sums: CheckedSums, hypothesis: Hypothesis) -> tuple[FloatArray, FloatArray]:
    """Mean friction power of each joint over its RMS speed, N·m, and its standard deviation."""
    scatter = Scatter(sums, hypothesis)
    explained = scatter.fit()
    weigh = np.zeros((sums.joint_count, explained.parameters.size))
    for joint, (places, total) in enumerate(zip(sums.columns, sums.totals, strict=True)):
        speed = np.sqrt(total[places.velocity, places.velocity] * sums.counts[joint])
        if speed > 0.0:
            own = sums.plan.friction_places(joint)
            rows = slice(places.first_friction, places.offset)  # a constant torque has no friction
            weigh[joint, own.start : own.stop - 1] = total[places.velocity, rows] / speed
    std = scatter.std(explained, statistic=lambda solution: weigh @ solution, owners=range(sums.joint_count))
    return weigh @ explained.parameters, std
