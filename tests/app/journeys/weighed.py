"""A visit with two virtual runs of one rich motion, without and with a mass that was weighed."""

from pathlib import Path

import numpy as np

from core.excitation.unplanned_motions import random_motion
from core.recording import Mark, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.storage.visit import Visit
from devices.virtual.firmware.plant import solid_payload
from devices.virtual.physics.arm import CONTROL_RATE_HZ, VirtualArm
from devices.virtual.physics.geometry import home_pose

ROBOT, SEED = "ec66", 1
WEIGHED = "weighed.h5"
MASS, CENTER = 4.0, (0.02, 0.04, 0.08)
PERIOD_S = 20.0
LOGGED_EVERY = 4


def weighed_visit(folder: Path) -> Path:
    """Write the visit into a folder."""
    path = folder / WEIGHED
    with Visit.create(path, robot_toml=robot_text(load_robot(ROBOT))) as made:
        for label, mass in (("free", 0.0), ("weighed", MASS)):
            made.add_recording(_run(label, mass))
    return path


def _run(label: str, mass: float) -> Recording:
    """One period of a random motion on the virtual arm, as its controller reports it."""
    robot = load_robot(ROBOT)
    arm = VirtualArm(robot, seed=SEED, payload=solid_payload(mass, center_of_mass=np.array(CENTER)))
    generator = np.random.default_rng(SEED)
    path = random_motion(robot, start=home_pose(robot), generator=generator, period_s=PERIOD_S, limit_use=0.8)
    time = np.arange(round(PERIOD_S * CONTROL_RATE_HZ)) / CONTROL_RATE_HZ
    wanted = path.evaluate(time)
    positions, currents = [], []
    for step in range(time.size):
        arm.advance(wanted.position[step], wanted.velocity[step])
        if step % LOGGED_EVERY == 0:
            readings = arm.sense()
            positions.append(robot.position_as_reported(readings.position))
            currents.append(readings.current)
    return Recording(
        label=label,
        time=time[::LOGGED_EVERY],
        columns={Quantity.POSITION: np.array(positions), Quantity.CURRENT: np.array(currents)},
        torque_kind=TorqueKind.MOTOR_CURRENT,
        payload_mass=mass,
        origin=Origin(mark=Mark.VIRTUAL),
    )
