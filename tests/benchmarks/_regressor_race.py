"""One process, one thread: our regressor and Pinocchio's on the same motion, taking turns."""

import json
import sys
import time
from statistics import median

import numpy as np
import pinocchio

from core.robot.dynamics import CHUNK_SAMPLES, regressor
from tests.core.published_arms import ur10e

MEASURED_SAMPLES = 300_000
"""Samples per side over all repetitions, about; at least three repetitions."""


def pinocchio_model(robot):
    """The same chain in Pinocchio; the links' inertia does not enter a regressor."""
    model, parent = pinocchio.Model(), 0
    model.gravity.linear = robot.gravity
    for joint in robot.joints:
        turn = pinocchio.utils.rotate("x", joint.alpha)
        along = turn @ np.array([joint.a, 0.0, joint.d])
        placement = pinocchio.SE3(turn @ pinocchio.utils.rotate("z", joint.offset), along)
        parent = model.addJoint(parent, pinocchio.JointModelRZ(), placement, joint.name)
        model.appendBodyToJoint(parent, pinocchio.Inertia.Identity(), pinocchio.SE3.Identity())
    return model


def by_ours(robot, motion, out):
    """Chunk by chunk into the array, as a long recording is processed."""
    q, v, a = motion
    for first in range(0, q.shape[0], CHUNK_SAMPLES):
        rows = slice(first, first + CHUNK_SAMPLES)
        regressor(robot, q[rows], v[rows], a[rows], out=out[rows])


def by_pinocchio(model, memory, motion, out):
    """Sample by sample into the array."""
    compute = pinocchio.computeJointTorqueRegressor
    for index, (q, v, a) in enumerate(zip(*motion, strict=True)):
        out[index] = compute(model, memory, q, v, a)


def timed(work, *arguments):
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def race(samples):
    robot = ur10e()
    model = pinocchio_model(robot)
    memory = model.createData()
    motion = np.random.default_rng(1).uniform(-2.0, 2.0, (3, samples, robot.joint_count))
    ours, theirs = np.zeros((2, samples, 6, 60))
    by_ours(robot, motion, ours)
    by_pinocchio(model, memory, motion, theirs)
    seconds = {"ours": [], "theirs": []}
    for _ in range(max(3, MEASURED_SAMPLES // samples)):
        seconds["ours"].append(timed(by_ours, robot, motion, ours))
        seconds["theirs"].append(timed(by_pinocchio, model, memory, motion, theirs))
    our_median, their_median = median(seconds["ours"]), median(seconds["theirs"])
    return {
        "seconds": our_median,
        "pinocchio_seconds": their_median,
        "ratio": their_median / our_median,
        "largest_difference": float(np.max(np.abs(ours - theirs)) / np.max(np.abs(theirs))),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(race(int(sys.argv[1]))))
