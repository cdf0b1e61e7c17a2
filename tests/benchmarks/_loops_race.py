"""One process, one thread: seconds of the three loops on one excitation at 1 kHz, and of a dense solve."""

import json
import sys
import time
from dataclasses import replace

import numpy as np

from core.identification.identify import identify
from core.identification.result import Loop
from core.identification.settings import FeatureKind, IdentificationSettings, ResidualKind
from core.identification.synthetic import synthesize
from core.recording import Quantity
from core.robot.library import load_robot

ROBOT, RATE_HZ, STIFFNESS = "generic-6r", 1000.0, 3e4
COLUMNS = 82
"""Base parameters and friction of this arm."""
SETTINGS = IdentificationSettings(residual=ResidualKind.GMM, features=FeatureKind.DEFLECTION)


def recorded(robot, duration_s):
    """A computed recording at 1 kHz with both encoders."""
    slow = synthesize(robot, seed=3, duration_s=duration_s, label="excitation")
    time_s = np.arange(slow.time[0], slow.time[-1], 1.0 / RATE_HZ)

    def finer(values):
        return np.column_stack([np.interp(time_s, slow.time, column) for column in np.asarray(values).T])

    columns = {quantity: finer(values) for quantity, values in slow.columns.items()}
    position, torque = columns[Quantity.POSITION], columns[Quantity.TORQUE]
    columns[Quantity.MOTOR_POSITION] = position
    columns[Quantity.LINK_POSITION] = position - torque / STIFFNESS
    return replace(slow, time=time_s, columns=columns)


def dense_seconds(samples, joints):
    """One least-squares solve with every sample of every joint as a row."""
    random = np.random.default_rng(0)
    rows, target = random.normal(size=(samples * joints, COLUMNS)), random.normal(size=samples * joints)
    began = time.perf_counter()
    np.linalg.lstsq(rows, target, rcond=None)
    return time.perf_counter() - began


if __name__ == "__main__":
    robot = load_robot(ROBOT)
    excitation = recorded(robot, float(sys.argv[1]))
    runs = {"excitation": excitation}
    identify(runs, robot, fit=["excitation"], settings=SETTINGS)  # everything is loaded now
    began = time.perf_counter()
    result = identify(runs, robot, fit=["excitation"], settings=SETTINGS)
    whole = time.perf_counter() - began
    seconds = {loop: sum(record.seconds for record in result.loops if record.loop is loop) for loop in Loop}
    dense = dense_seconds(excitation.sample_count, robot.joint_count)
    found = {
        "samples": excitation.sample_count,
        "rounds": max(record.round for record in result.loops),
        **{f"{loop.value}_seconds": value for loop, value in seconds.items()},
        "whole_seconds": whole,
        "dense_solve_seconds": dense,
        "dense_over_dynamics": dense / seconds[Loop.DYNAMICS],
    }
    sys.stdout.write(json.dumps(found))
