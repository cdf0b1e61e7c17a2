"""Puts an arm at rest from the first step: gears deflected, motors carrying the weight."""

import math

import mujoco

from core.recording import FloatArray
from devices.virtual.physics import _kernels as k
from devices.virtual.physics.chain import Chain

_ROUNDS = 8
"""Number of iterations: deflections change the gravity torques slightly; each is 1000 times closer."""


def settle(
    chain: Chain, start: FloatArray, arm: tuple[FloatArray, FloatArray, FloatArray], state: FloatArray
) -> None:
    """Put the arm at rest with its motors at ``start`` (n,), friction and hysteresis unloaded.

    ``arm`` and ``state`` are those of the kernels; positions in ``chain`` and rows of ``state`` are set.
    """
    coupling, constants, compensators = arm
    joints, qpos = chain.joints, chain.state.qpos
    qpos[joints[0]] = start
    state[k.MOTOR] = coupling[0] @ start
    for _ in range(_ROUNDS):
        mujoco.mj_forward(chain.model, chain.state)
        weight = chain.state.qfrc_bias[joints[1]].copy()
        for row in compensators:
            joint = int(row[k.COMPENSATED_JOINT])
            weight[joint] -= k.compensator_torque(row, qpos[joints[:, joint]].sum())
        _deflect(chain, weight, constants, state)
        _bend(chain)
    motor = coupling[1].T @ weight
    for joint in range(start.size):
        _, slope = k.transmission_error(constants, joint, state[k.MOTOR, joint])
        motor[joint] += weight[joint] * slope - k.torque_ripple(constants, joint, state[k.MOTOR, joint])
    state[k.TRANSMITTED] = weight
    state[k.TORQUE] = motor
    state[k.CURRENT] = motor / constants[k.GAIN]
    state[k.INTEGRAL] = state[k.CURRENT] * constants[k.NOMINAL_GAIN]
    state[k.SEEN] = state[k.MOTOR]


def _deflect(chain: Chain, weight: FloatArray, constants: FloatArray, state: FloatArray) -> None:
    """Stretch the gears until they carry the weight, across the backlash gap if there is one."""
    for joint in range(weight.size):
        spring = -weight[joint] / constants[k.STIFFNESS, joint]
        flank = math.copysign(constants[k.HALF_GAP, joint], spring)
        error, _ = k.transmission_error(constants, joint, state[k.MOTOR, joint])
        state[k.STRETCH, joint], state[k.FLANK, joint] = spring, flank
        state[k.GEAR_FORCE, joint] = -weight[joint]
        chain.state.qpos[chain.joints[1, joint]] = spring + flank + error


def _bend(chain: Chain) -> None:
    """Bend elastic links under their load: first joints with their own spring, then coupled ones."""
    stiffness, weight = chain.model.jnt_stiffness, chain.state.qfrc_bias
    springs = stiffness.ravel() > 0.0
    chain.state.qpos[springs] = -weight[springs] / stiffness.ravel()[springs]
    for giving in chain.giving:
        chain.state.qpos[giving.places] = -giving.compliance @ weight[giving.places]
