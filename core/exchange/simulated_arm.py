"""An arm in MuJoCo that a loop holds to a recorded motion, and its inverse dynamics."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

import mujoco
import numpy as np

from core.exchange.export_file import ExportKind
from core.exchange.export_mjcf import FIRM_IMPEDANCE, FIRM_REFERENCE, TIME_STEP_S
from core.monitor import Monitor
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.signals.filters import ZeroPhaseLowPass

LOOP_HZ = 10.0
"""Natural frequency of each joint's loop, critically damped; a usual one of an arm's position loop."""
_LOST = 1.0
"""Distance from the reference at which a replay counts as lost, rad or m."""
_PLACES = 200
"""Places of a motion at which the inertia is looked at."""


@dataclass(frozen=True)
class Motion:
    """A recorded motion without gaps as the controller reports it: (M,) s, (M, n) each."""

    time: FloatArray
    position: FloatArray
    velocity: FloatArray
    torque: FloatArray


@dataclass(frozen=True)
class ReplayError:
    """Errors of one replay: position (n,) in rad or m, torque (n,) in N·m; infinite where it was lost.

    ``torque_share`` is the torque error over the recorded torque, of all joints together.
    """

    position_rms: FloatArray
    position_max: FloatArray
    torque_rms: FloatArray
    torque_share: float

    @property
    def total_torque_rms(self) -> float:
        """Root sum of squares over the joints, N·m."""
        return float(np.linalg.norm(self.torque_rms))

    @property
    def total_position_rms(self) -> float:
        """Root sum of squares over the joints, rad."""
        return float(np.linalg.norm(self.position_rms))


def simulated(text: str, robot: RobotModel, *, kind: ExportKind) -> mujoco.MjModel:
    """The file in MuJoCo; a URDF says nothing of gravity's size, time steps and firm friction."""
    model = mujoco.MjModel.from_xml_string(text)
    if kind is ExportKind.URDF:
        model.opt.gravity[:] = (0.0, 0.0, -float(np.linalg.norm(robot.gravity)))
        model.opt.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
        model.opt.timestep = TIME_STEP_S
        model.dof_solref[:], model.dof_solimp[:, :3] = FIRM_REFERENCE, FIRM_IMPEDANCE
    return model


def loop_inertia(model: mujoco.MjModel, motions: Sequence[Motion]) -> FloatArray:
    """Inertia (n,) that each joint has along the motion, on which the loop's gains are set, kg·m² or kg."""
    data, column = mujoco.MjData(model), np.zeros(model.nv)
    position = np.concatenate([motion.position for motion in motions])
    found = []
    for data.qpos[:] in position[:: max(1, position.shape[0] // _PLACES)]:
        mujoco.mj_forward(model, data)
        diagonal = np.empty(model.nv)
        for joint, unit in enumerate(np.eye(model.nv)):
            mujoco.mj_mulM(model, data, column, unit)
            diagonal[joint] = column[joint]
        found.append(diagonal)
    return np.asarray(np.mean(found, axis=0))


def replayed(
    model: mujoco.MjModel,
    motions: Sequence[Motion],
    inertia: FloatArray,
    *,
    cutoff_hz: float,
    monitor: Monitor,
) -> ReplayError:
    """Replay the motions with a loop set on these inertias (n,), kg·m² or kg, and sum up the errors.

    The loop's torque counts below the cut-off that the recorded torque was low-passed at.
    """
    pairs = [_replay(model, motion, inertia, monitor) for motion in motions]
    away = np.concatenate([pair[0] for pair in pairs])
    if not np.all(np.isfinite(away)):
        lost = np.full(model.nv, np.inf)
        return ReplayError(lost, lost, lost, np.inf)
    low_pass = ZeroPhaseLowPass(cutoff_hz, 1.0 / float(model.opt.timestep))
    extra = np.concatenate([low_pass.apply(pair[1]) for pair in pairs])
    torque = np.concatenate([motion.torque for motion in motions])
    torque_rms = np.sqrt(np.mean(extra**2, axis=0))
    recorded = float(np.sqrt(np.sum(np.mean(torque**2, axis=0))))
    return ReplayError(
        position_rms=np.sqrt(np.mean(away**2, axis=0)),
        position_max=np.abs(away).max(axis=0),
        torque_rms=torque_rms,
        torque_share=float(np.linalg.norm(torque_rms)) / recorded if recorded > 0.0 else np.inf,
    )


def _replay(
    model: mujoco.MjModel, motion: Motion, inertia: FloatArray, monitor: Monitor
) -> tuple[FloatArray, FloatArray]:
    """Position error and the loop's torque (K, n) step by step; NaN from where the arm was lost."""
    from scipy.interpolate import CubicHermiteSpline

    step, pace = float(model.opt.timestep), 2.0 * np.pi * LOOP_HZ
    time = np.arange(motion.time[0], motion.time[-1], step)
    reference = CubicHermiteSpline(motion.time, motion.position, motion.velocity)(time)
    speed, torque = (
        np.column_stack([np.interp(time, motion.time, column) for column in values.T])
        for values in (motion.velocity, motion.torque)
    )
    stiff, damp = inertia * pace**2, inertia * 2.0 * pace
    away, extra = np.full((2, time.size - 1, reference.shape[1]), np.nan)
    own = copy(model)
    # as damping of the joints it is integrated implicitly, so that light rotors cannot make it unstable
    own.dof_damping[:] += damp
    data = mujoco.MjData(own)
    data.qpos[:], data.qvel[:] = reference[0], speed[0]
    for row in range(time.size - 1):
        if row % 1000 == 0:
            monitor.check()
        off = reference[row] - data.qpos
        if not np.abs(off).max() < _LOST:
            break
        # the damping acts on the speed at the end of the step, so that is the speed it is held to
        data.qfrc_applied[:] = torque[row] + stiff * off + damp * speed[row + 1]
        mujoco.mj_step(own, data)
        away[row], extra[row] = off, stiff * off + damp * (speed[row + 1] - data.qvel)
    return away, extra


def rigid_inverse(
    model: mujoco.MjModel, position: FloatArray, velocity: FloatArray, acceleration: FloatArray
) -> FloatArray:
    """MuJoCo's inverse dynamics (K, n) without friction, damping and limits."""
    kept = int(model.opt.disableflags)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_DAMPER
    data, found = mujoco.MjData(model), np.empty_like(position)
    for row in range(position.shape[0]):
        data.qpos[:], data.qvel[:], data.qacc[:] = position[row], velocity[row], acceleration[row]
        mujoco.mj_inverse(model, data)
        found[row] = data.qfrc_inverse
    model.opt.disableflags = kept
    return found
