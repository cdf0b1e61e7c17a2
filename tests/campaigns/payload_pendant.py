"""Payloads weighed by strokes that somebody jogs, on virtual UR10e arms, those behind ``torsion emulate``.

Each arm is jogged empty, then with two loads: joints 2 and 3 there and back, the wrist turned by a quarter in
between, some strokes in the way that do not count. What counts is found by the watch of ``torsion run payload
--pendant``; gains are those of the data sheet, as for an arm that nobody has identified.
"""

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from _measurement import write_measurement

from core.payload.identify import identify_payload
from core.payload.jogged_strokes import StrokeWatch, joined
from core.payload.parallel_joints import find_swept_joints
from core.payload.settings import GainKnowledge
from core.recording import FloatArray, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from devices.virtual.firmware.paths import StraightMove
from devices.virtual.firmware.plant import PERIOD_S, Payload
from devices.virtual.physics.arm import VirtualArm

NAME = "payload_pendant"
ROBOT = load_robot("ur10e")
SEED, ARMS, QUICK_ARMS, MOST_S = 0, 20, 1, 60 * 60.0
"""The arm that ``torsion emulate`` serves is the first."""
EVERY, BLOCK = 2, 50
"""Control periods from sample to sample, and samples that arrive together."""
APPROACH, PUSH = np.radians(30.0), np.radians(60.0)
REST_S = 0.5
LOADS = ((2.4, (0.02, -0.01, 0.08)), (6.0, (0.0, 0.03, 0.1)))
WITHIN_95 = 1.96
Jog = tuple[int, float, float, float]
"""Joint from 1, from and to in degrees, °/s."""


@dataclass(frozen=True)
class Answer:
    """One payload: its relative error, its error in stated deviations, its verdict."""

    relative: float
    ratio: float
    verdict: str


class JoggedArm:
    """One virtual arm with open brakes, jogged joint by joint."""

    def __init__(self, seed: int) -> None:
        self._arm = VirtualArm(ROBOT, seed=seed)
        self._arm.set_brakes(engaged=False)
        self._arm.hold()
        self._pose = self._arm.sense().position.copy()
        self._rows: list[tuple[FloatArray, FloatArray, FloatArray]] = []

    def hang(self, mass: float, center: Sequence[float]) -> None:
        """Hang a load on the flange."""
        self._arm.attach(Payload(mass, np.array(center)))

    def record(self, jogs: Sequence[Jog], label: str) -> Recording:
        """Jog one after the other and record."""
        self._rows.clear()
        for joint, start, end, speed in jogs:
            for angle, fast in ((start, APPROACH), (end, np.radians(speed))):
                target = self._pose.copy()
                target[joint - 1] = np.radians(angle)
                if np.abs(target - self._pose).max() > 0.0:
                    self._move(target, float(fast))
        self._rest()  # the last stroke has ended when the arm was seen at rest
        clock, position, current = (np.concatenate(part)[::EVERY] for part in zip(*self._rows, strict=True))
        columns = {Quantity.POSITION: position, Quantity.CURRENT: current}
        return Recording(label, clock, columns, torque_kind=TorqueKind.MOTOR_CURRENT)

    def _move(self, target: FloatArray, speed: float) -> None:
        joints = np.ones(ROBOT.joint_count)
        path = StraightMove(self._pose, target, velocity=speed * joints, acceleration=PUSH * joints)
        ticks = np.arange(1, int(np.ceil(path.duration / PERIOD_S)) + 1) * PERIOD_S
        points = [path.at(min(float(tick), path.duration)) for tick in ticks]
        self._run(np.array([one.position for one in points]), np.array([one.velocity for one in points]))
        self._pose = target
        self._rest()

    def _rest(self) -> None:
        count = round(REST_S / PERIOD_S)
        self._run(np.tile(self._pose, (count, 1)), np.zeros((count, self._pose.size)))

    def _run(self, position: FloatArray, velocity: FloatArray) -> None:
        first = 0
        while first < len(position):
            readings = self._arm.run(position[first : first + 1000], velocity[first : first + 1000])
            first += len(readings.time)
            self._rows.append((readings.time, readings.position, readings.current))


def jogs_of(seed: int) -> list[Jog]:
    """Somebody's jogs: the same places with every load, other ones with every arm."""
    draw = np.random.default_rng([seed, 77])
    low, width, speed = draw.uniform(-70.0, -50.0), draw.uniform(35.0, 50.0), draw.uniform(3.0, 6.0)
    bent = draw.uniform(45.0, 70.0)
    found: list[Jog] = [(2, low - 1.0, low, 20.0), (3, bent - 1.0, bent, 20.0)]
    for wrist in (0.0, 90.0):
        found.append((5, wrist - 1.0, wrist, 20.0))
        for joint, begin in ((2, low), (3, bent)):
            found.append((joint, begin, begin + width, 25.0))  # too fast to count
            found.append((joint, begin + width, begin, 25.0))
            found.append((joint, begin, begin + 0.5 * width, speed))  # stopped on the way
            found.append((joint, begin + 0.5 * width, begin + width, speed))
            found.append((joint, begin + width, begin, 25.0))
            found.append((joint, begin, begin + width, speed))
            found.append((joint, begin + width, begin, speed))
    return found


def counted(recording: Recording) -> Recording:
    """The samples of the sweeps that count; raises where they are not enough."""
    start = np.asarray(recording.columns[Quantity.POSITION])[0]
    watch = StrokeWatch(
        ROBOT,
        drive_gain=ROBOT.drive_gain,
        torque_kind=recording.torque_kind,
        joints=find_swept_joints(ROBOT, start=start),
    )
    for first in range(0, recording.sample_count, BLOCK):
        block = recording.block(first, min(first + BLOCK, recording.sample_count))
        for _ in watch.take(block.time, block.columns):
            pass
    if not watch.is_enough or len(watch.counted) != 4:
        raise AssertionError(f"{recording.label}: {len(watch.counted)} sweeps count")
    return replace(joined([one.samples for one in watch.counted]), label=recording.label)


def answers(seed: int) -> Iterator[Answer]:
    """Both loads on one arm."""
    arm, jogs = JoggedArm(seed), jogs_of(seed)
    empty = counted(arm.record(jogs, "empty"))
    for mass, center in LOADS:
        arm.hang(mass, center)
        loaded = counted(arm.record(jogs, "loaded"))
        found = identify_payload(
            {one.label: one for one in (empty, loaded)},
            ROBOT,
            unloaded=[empty.label],
            loaded=[loaded.label],
            gains=GainKnowledge.manufacturer(ROBOT.joint_count),
            drive_gain=ROBOT.drive_gain,
        ).estimate
        error = found.mass - mass
        yield Answer(error / mass, error / found.mass_std, found.judgements[0].verdict.value)


def summary(found: Sequence[Answer]) -> Mapping[str, float]:
    """Errors of the mass, and how many 95 % intervals hold the truth."""
    relative = np.abs([one.relative for one in found])
    ratios = np.abs([one.ratio for one in found])
    usable = [one.verdict in {"good", "usable"} for one in found]
    return {
        "payloads": float(relative.size),
        "mass, median relative error": float(np.median(relative)),
        "mass, largest relative error": float(relative.max()),
        "share of masses within 5 %": float(np.mean(relative < 0.05)),
        "share of masses good or usable": float(np.mean(usable)),
        "mass, 95 % intervals that hold the truth": float(np.mean(ratios < WITHIN_95)),
        "mass, root mean square error in stated deviations": float(np.sqrt(np.mean(ratios**2))),
    }


def main() -> int:
    """Run the campaign; ``--quick`` takes one arm."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one arm")
    parser.add_argument("--most-s", type=float, default=MOST_S, help="begin no further arm after this time")
    arguments = parser.parse_args()
    began, found = time.monotonic(), list[Answer]()
    for seed in range(SEED, SEED + (QUICK_ARMS if arguments.quick else ARMS)):
        if time.monotonic() - began > arguments.most_s:
            break
        for answer in answers(seed):
            found.append(answer)
            print(f"{seed} {answer}", flush=True)
    numbers = summary(found)
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    if not arguments.quick:
        write_measurement(NAME, seed=SEED, numbers=numbers)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
