"""Visits to virtual arms for the analysis of the twist: ordinary motion, slow load steps, and the model.

Recordings may be kept in visits on disk and are then taken from there the next time.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from _virtual_cell import in_memory
from _virtual_twist import VirtualTwistArm, virtual_twist
from threadpoolctl import threadpool_limits

from core.elasticity.identify import identify_elasticity
from core.elasticity.load_steps import plan_load_steps, stroke_trajectory
from core.elasticity.load_steps_plan import KnownPayload, LoadStepPlan, LoadStepSettings
from core.elasticity.result import Elasticity, JointElasticity
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.trajectories.joined import JoinablePart, JoinedTrajectory, end_of
from core.excitation.trajectories.motion import Trajectory
from core.excitation.trajectories.point_to_point import point_to_point
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.quality import Verdict
from core.recording import Recording
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.virtual.physics.readings import Payload

ORDINARY = ("excitation-1", "excitation-2")
LOAD_STEPS = "load-steps"
EXCITATION_S, QUICK_EXCITATION_S = 20.0, 8.0
QUICK_JOINTS = (1,)
QUICK_STEPS = LoadStepSettings(seconds=15.0, joints=QUICK_JOINTS)
PAYLOADS = {
    "ec66": Payload(5.0, np.array([0.15, 0.0, 0.05])),
    "generic-6r": Payload(40.0, np.array([0.3, 0.0, 0.1])),
}
MOVING_SHARE = 0.5
"""Of the limits, to where the next joint is loaded."""
_WORN = 2
"""Joints of every arm that have backlash."""


def one_thread() -> None:
    """Threads of the linear algebra in two processes on few cores are only in each other's way."""
    threadpool_limits(1, user_api="blas")


def worn_joints(seed: int, *, joints: int) -> tuple[int, ...]:
    """Which joints of the arm of a seed have backlash, counted from 0; over the seeds all alike."""
    drawn = np.random.default_rng([seed, 11]).permutation(joints)[:_WORN]
    return tuple(sorted(int(joint) for joint in drawn))


def plan_motions(
    arm: VirtualTwistArm,
    *,
    seed: int,
    quick: bool,
    loaded: bool = False,
    joints: Collection[int] | None = None,
) -> dict[str, Trajectory]:
    """Two excitations, then the load steps of all joints that gravity loads, or of some; in short of one."""
    period_s = QUICK_EXCITATION_S if quick else EXCITATION_S
    found: dict[str, Trajectory] = {
        label: arm.excitation(seed=1000 * number + seed, period_s=period_s)
        for number, label in enumerate(ORDINARY)
    }
    plan = load_plan(arm.robot.name, quick=quick, loaded=loaded)
    limits, here = motion_limits(arm.robot, start=arm.home), arm.home
    speed, push = MOVING_SHARE * limits.velocity, MOVING_SHARE * limits.acceleration
    parts: list[JoinablePart] = []
    for block in plan.blocks:
        if joints is not None and block.joint not in joints:
            continue
        strokes = [stroke_trajectory(block, stroke) for stroke in block.strokes]
        parts += [point_to_point(here, strokes[0].start, velocity=speed, acceleration=push), *strokes]
        here = end_of(strokes[-1])
    return {**found, LOAD_STEPS: JoinedTrajectory(tuple(parts))}


@cache
def load_plan(robot_name: str, *, quick: bool, loaded: bool = False) -> LoadStepPlan:
    """The load steps that the program plans at the home pose, with a payload where ``loaded``.

    The same for all arms of a type.
    """
    arm, known = virtual_twist(robot_name, seed=0), None
    if loaded:
        payload = PAYLOADS[robot_name]
        x, y, z = payload.center_of_mass.tolist()
        known = KnownPayload(payload.mass, (x, y, z))
    return plan_load_steps(
        arm.robot,
        motion_limits(arm.robot, start=arm.home),
        start=arm.home,
        payload=known,
        gear_ratio=arm.origin.gear_ratio,
        settings=QUICK_STEPS if quick else LoadStepSettings(),
    )


def record_visit(
    arm: VirtualTwistArm, motions: Mapping[str, Trajectory], *, kept: Path | None
) -> dict[str, Recording]:
    """All motions one after the other, or what is ``kept`` of them."""
    if kept is not None and kept.exists():
        with Visit.open(kept) as visit:
            return {label: in_memory(visit.recording(label)) for label in motions}
    recordings = {label: arm.record(motion, label) for label, motion in motions.items()}
    if kept is not None:
        part = kept.with_suffix(".unfinished.h5")
        part.unlink(missing_ok=True)
        with Visit.create(part, robot_toml=write_toml(arm.robot)) as visit:
            for recording in recordings.values():
                visit.add_recording(recording)
        part.replace(kept)
    return recordings


def model_of(arm: VirtualTwistArm, recordings: Mapping[str, Recording]) -> IdentificationResult:
    """The torque model from ordinary motion, with the drive gains of the data sheet."""
    return identify(recordings, arm.robot, fit=ORDINARY)


def twist_of(
    arm: VirtualTwistArm,
    recordings: Mapping[str, Recording],
    model: IdentificationResult,
    *,
    fit: Sequence[str],
) -> Elasticity:
    """What the deflections in some of the recordings say."""
    return identify_elasticity(recordings, arm.robot, model, fit=fit)


def is_measured(joint: JointElasticity) -> bool:
    """Whether anything is said about a joint's gear."""
    return joint.judgement.verdict is not Verdict.NOT_MEASURABLE
