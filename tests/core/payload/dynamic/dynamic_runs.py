"""Excitation runs of a made-up arm without and with a payload, exact to the last bit but for noise."""

from dataclasses import dataclass

import numpy as np

from core.excitation.unplanned_motions import random_motion
from core.recording import FloatArray, Quantity, Recording, TorqueKind
from core.robot.dynamics import inverse_dynamics
from core.robot.inertia import about_origin, moved
from core.robot.library import load_robot

ROBOT = load_robot("ur10e")
GAIN = np.asarray(ROBOT.drive_gain)
MASS, CENTER = 4.0, np.array([0.03, 0.05, 0.08])
TENSOR = np.array([[0.030, 0.002, -0.003], [0.002, 0.040, 0.004], [-0.003, 0.004, 0.025]])
"""kg·m² about the centre of mass."""
BODY = about_origin(MASS, center=CENTER, inertia=TENSOR)
AS_SHOWN = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]
"""xx xy xz yy yz zz instead of xx xy yy xz yz zz."""
RATE_HZ = 100.0
ROTORS = np.array([2.0, 2.0, 1.0, 0.3, 0.3, 0.3])
VISCOUS = np.array([24.0, 24.0, 10.0, 5.0, 5.0, 5.0])
_START = np.array([0.2, -1.4, 1.3, -0.8, 0.9, 0.1])


@dataclass(frozen=True, eq=False)
class Made:
    """One run: ``body`` (10,) at the flange or None, how warm (share of the cold viscous friction)."""

    body: FloatArray | None = None
    warm: float = 1.0
    seed: int = 1
    still: tuple[int, ...] = ()
    noise: float = 0.02
    """Standard deviation of the white torque noise, N·m."""
    waits_s: float = 0.0
    """At the start, before the motion begins."""


def torque_of(made: Made, q: FloatArray, v: FloatArray, a: FloatArray) -> FloatArray:
    """Joint torque of the made arm along the motion, (N, n) N·m."""
    links = ROBOT.inertial_parameters.copy()
    if made.body is not None:
        links[-1] += moved(made.body, placement=ROBOT.flange)
    rigid = inverse_dynamics(ROBOT, q, v, a, parameters=links) + ROTORS * a
    return rigid + made.warm * VISCOUS * v + 0.1


def made_run(label: str, made: Made) -> Recording:
    """Positions, velocities and currents; the mass of the payload is not given."""
    generator = np.random.default_rng(made.seed)
    motion = random_motion(ROBOT, start=_START, generator=generator, period_s=20.0)
    time = np.arange(0.0, motion.duration + made.waits_s, 1.0 / RATE_HZ)
    path = motion.evaluate(time - made.waits_s)
    q, v, a = (np.array(one) for one in (path.position, path.velocity, path.acceleration))
    for joint in made.still:
        q[:, joint], v[:, joint], a[:, joint] = _START[joint], 0.0, 0.0
    noise = made.noise * np.random.default_rng(len(label) + 10 * made.seed).standard_normal(q.shape)
    columns = {
        Quantity.POSITION: q,
        Quantity.VELOCITY: v,
        Quantity.CURRENT: (torque_of(made, q, v, a) + noise) / GAIN,
    }
    return Recording(label, time, columns, torque_kind=TorqueKind.MOTOR_CURRENT)


def made_pair(body: FloatArray | None = BODY) -> dict[str, Recording]:
    """The same motion twice; the gears are warmer the second time."""
    return {"free": made_run("free", Made()), "loaded": made_run("loaded", Made(body=body, warm=0.9))}
