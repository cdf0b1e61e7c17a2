"""The payload of logs whose motion nobody planned for it, on arms that share no code with the identification.

The arms are those of ``_foreign_arm`` with drive gains known. Each carries nothing, then a payload, and its
recordings are told apart by their torques:

- *same motion*: one excitation twice;
- *other motion*: two excitations;
- *long log*: slow strokes between two excitations and moves to other places.
"""

import argparse
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
from _foreign_arm import ForeignArm, excitation, straight
from _measurement import write_measurement
from _virtual_payload import plan_for, strokes_of

from core.payload.from_logs import identify_payload_from_logs
from core.payload.methods import Drives
from core.payload.plan import PayloadMode
from core.payload.settings import GainKnowledge
from core.recording import FloatArray
from core.robot.library import load_robot
from devices.virtual.physics.geometry import home_pose

NAME = "payload_from_logs"
ROBOT = load_robot("ec66")
SEED, ARMS, QUICK_ARMS = 20_300, 20, 1
SECONDS, MOST_S = 30.0, 90 * 60.0
SIZE = np.array([1.0, 0.6, 0.7, 0.9, 0.9, 1.2])
"""Largest way of each joint from home, rad."""
MOVE_SPEED = 0.5
"""rad/s."""
WITHIN_95 = 1.96


@dataclass(frozen=True)
class Answer:
    """One payload: relative error of the mass, and errors of mass and centre in stated deviations."""

    way: str
    method: str
    relative: float
    ratios: tuple[float, ...]


def main() -> int:
    """Run the campaign; ``--quick`` takes one arm."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one arm")
    parser.add_argument("--most-s", type=float, default=MOST_S, help="begin no further arm after this time")
    arguments = parser.parse_args()
    began, answers = time.monotonic(), list[Answer]()
    for seed in range(SEED, SEED + (QUICK_ARMS if arguments.quick else ARMS)):
        if time.monotonic() - began > arguments.most_s:
            break
        for answer in _answers(seed):
            answers.append(answer)
            print(f"{seed} {answer}", flush=True)
    numbers = summary(answers)
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    if not arguments.quick:
        write_measurement(NAME, seed=SEED, numbers=numbers)
    return 0


def summary(answers: list[Answer]) -> Mapping[str, float]:
    """For each kind of log the errors of the mass, and how many 95 % intervals hold the truth."""
    found: dict[str, float] = {}
    for way in dict.fromkeys(one.way for one in answers):
        relative = np.abs([one.relative for one in answers if one.way == way])
        ratios = np.array([one.ratios for one in answers if one.way == way])
        found |= {
            f"{way}: payloads": float(relative.size),
            f"{way}: mass, median relative error": float(np.median(relative)),
            f"{way}: mass, largest relative error": float(relative.max()),
            f"{way}: share of masses within 1 %": float(np.mean(relative < 0.01)),
            f"{way}: mass, 95 % intervals that hold the truth": float(
                np.mean(np.abs(ratios[:, 0]) < WITHIN_95)
            ),
            f"{way}: centre, 95 % intervals that hold the truth": float(
                np.mean(np.abs(ratios[:, 1:]) < WITHIN_95)
            ),
        }
    return found


def _answers(seed: int) -> Iterator[Answer]:
    arm = ForeignArm(ROBOT, rated=np.asarray(ROBOT.torque_limit), seed=seed)
    draw = np.random.default_rng([seed, 9])
    truth = np.array([draw.uniform(1.0, 6.0), *draw.uniform((-0.05, -0.05, 0.03), (0.05, 0.05, 0.15))])
    drives = Drives(GainKnowledge.exact(ROBOT.joint_count), arm.joints.gain)
    first, second = _excited(seed), _excited(seed + 5000)
    for way, free, loaded in (
        ("same motion", first, first),
        ("other motion", first, second),
        ("long log", _long(seed), _long(seed + 5000)),
    ):
        arm.carry(0.0, truth[1:])
        empty = arm.record(free, "one")
        arm.carry(float(truth[0]), truth[1:])
        runs = [arm.record(loaded, "two"), empty]  # the loaded one first: nothing tells them apart but torque
        named = {one.label: replace(one, payload_mass=None) for one in runs}
        found = identify_payload_from_logs(named, ROBOT, drives=drives)
        assert found.unloaded == ("one",), "the recordings were told apart"
        estimate = found.result.estimate
        error = np.array([estimate.mass, *estimate.center_of_mass]) - truth
        ratios = tuple((error / np.sqrt(np.diag(estimate.covariance))).tolist())
        yield Answer(way, found.result.method.value, float(error[0] / truth[0]), ratios)


def _excited(seed: int) -> FloatArray:
    return home_pose(ROBOT) + excitation(ROBOT.joint_count, seed=seed, seconds=SECONDS, size=SIZE)


def _long(seed: int) -> FloatArray:
    """Slow strokes as the payload procedure plans them, between two excitations."""
    home = home_pose(ROBOT)
    places, speeds = [home], list[float]()
    for stroke in strokes_of(plan_for(SimpleNamespace(robot=ROBOT, home=home), mode=PayloadMode.QUICK)):
        for place in (None, *stroke.places):
            target = stroke.start.copy()
            if place is not None:
                target[stroke.joint] = place
            places.append(target)
            speeds.append(MOVE_SPEED if place is None else stroke.speed)
    excited = _excited(seed)
    return np.concatenate([excited, straight([*places, home], [*speeds, MOVE_SPEED]), excited[::-1]])


if __name__ == "__main__":
    raise SystemExit(main())
