"""Recordings of a small arm that repeats a motion, with noise that is known."""

from dataclasses import replace

import numpy as np

from core.excitation.trajectories.fourier_series import FourierSeries
from core.recording import Origin, Quantity, Recording, TorqueKind
from core.robot.dynamics import inverse_dynamics
from tests.core.published_arms import szabo_3r

PERIOD_S = 8.0
COULOMB, VISCOUS, ROTOR = np.array([4.0, 3.0, 2.0]), np.array([3.0, 2.0, 1.5]), np.array([0.4, 0.3, 0.2])
LINKS = np.array(
    [
        [8.0, 0.4, 0.2, 0.8, 0.30, 0.01, 0.25, 0.02, 0.01, 0.20],
        [6.0, 1.5, 0.3, 0.2, 0.10, 0.02, 0.60, 0.01, 0.02, 0.60],
        [4.0, 0.9, 0.1, 0.1, 0.05, 0.01, 0.30, 0.02, 0.01, 0.30],
    ]
)
"""Standard inertial parameters."""


def robot():
    return replace(szabo_3r(), rotor_inertia=None, inertial_parameters=None)


def motion(seed=1, *, period_s=PERIOD_S, harmonics=5):
    random = np.random.default_rng([seed, 0])
    a, b = random.uniform(-0.5, 0.5, (2, 3, harmonics))
    return FourierSeries(period_s, random.uniform(-0.5, 0.5, 3), a, b)


def recording(
    seed=1,
    *,
    position_noise=0.0,
    torque_noise=0.0,
    cycles=4.0,
    rate_hz=100.0,
    began=0.0,
    drift=0.0,
    series=None,
):
    """``drift`` N·m: how much the first joint's torque rises, period by period, until the last one."""
    random = np.random.default_rng([seed, 1])
    found = series or motion(seed)
    time = began + np.arange(round(cycles * found.period_s * rate_hz)) / rate_hz
    meant = found.evaluate(time - began)
    torque = inverse_dynamics(robot(), meant.position, meant.velocity, meant.acceleration, parameters=LINKS)
    torque += ROTOR * meant.acceleration + COULOMB * np.sign(meant.velocity) + VISCOUS * meant.velocity
    torque[:, 0] += drift * ((time - began) // found.period_s) / max(np.ceil(cycles) - 1.0, 1.0)
    return Recording(
        label="periodic",
        time=time,
        columns={
            Quantity.POSITION: meant.position + position_noise * random.standard_normal(meant.position.shape),
            Quantity.TORQUE: torque + torque_noise * random.standard_normal(torque.shape),
        },
        torque_kind=TorqueKind.MOTOR_TORQUE,
        payload_mass=0.0,
        origin=Origin(first_row=1, last_row=int(time.size), layout="synthetic", synthetic_seed=seed),
    )
