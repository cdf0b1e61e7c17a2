"""Visits to virtual arms for the analysis of the twist: ordinary motion, slow load steps, and the model.

Recordings may be kept in visits on disk and are then taken from there the next time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from _virtual_cell import in_memory
from _virtual_twist import VirtualTwistArm, virtual_twist

from core.elasticity.identify import identify_elasticity
from core.elasticity.load_steps import plan_load_steps
from core.elasticity.load_steps_motion import stroke_trajectory
from core.elasticity.load_steps_plan import LoadStepPlan
from core.elasticity.load_steps_settings import KnownPayload, LoadStepSettings
from core.elasticity.result import Elasticity, JointElasticity
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.trajectories.joined import JoinedTrajectory
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
EXCITATION_S, QUICK_EXCITATION_S = 20.0, 8.0
QUICK_JOINTS = (1,)
QUICK_STEPS = LoadStepSettings(seconds=15.0, joints=QUICK_JOINTS)
PAYLOADS = {
    "ec66": Payload(5.0, np.array([0.15, 0.0, 0.05])),
    "generic-6r": Payload(40.0, np.array([0.3, 0.0, 0.1])),
}
MOVING_SHARE = 0.5
"""Of the limits, between recordings."""
_WORN = 2
"""Joints of every arm that have backlash."""


@dataclass(frozen=True)
class Motions:
    """What an arm does in a visit: ordinary motion, and strokes under load joint by joint; by label."""

    ordinary: Mapping[str, Trajectory]
    load_steps: Mapping[str, Trajectory]

    @property
    def all(self) -> Mapping[str, Trajectory]:
        """In the order in which they are run."""
        return {**self.ordinary, **self.load_steps}


def worn_joints(seed: int, *, joints: int) -> tuple[int, ...]:
    """Which joints of the arm of a seed have backlash, counted from 0; over the seeds all alike."""
    drawn = np.random.default_rng([seed, 11]).permutation(joints)[:_WORN]
    return tuple(sorted(int(joint) for joint in drawn))


def plan_motions(arm: VirtualTwistArm, *, seed: int, quick: bool, loaded: bool = False) -> Motions:
    """Two excitations and the load steps of all joints that gravity loads; in short of one joint."""
    period_s = QUICK_EXCITATION_S if quick else EXCITATION_S
    return Motions(
        ordinary={
            label: arm.excitation(seed=1000 * number + seed, period_s=period_s)
            for number, label in enumerate(ORDINARY)
        },
        load_steps={
            f"load-steps-{block.joint + 1}": JoinedTrajectory(
                tuple(stroke_trajectory(block, stroke) for stroke in block.strokes)
            )
            for block in load_plan(arm.robot.name, quick=quick, loaded=loaded).blocks
        },
    )


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
    recordings = {label: _recorded(arm, motion, label) for label, motion in motions.items()}
    if kept is not None:
        part = kept.with_suffix(".unfinished.h5")
        part.unlink(missing_ok=True)
        with Visit.create(part, robot_toml=write_toml(arm.robot)) as visit:
            for recording in recordings.values():
                visit.add_recording(recording)
        part.replace(kept)
    return recordings


def _recorded(arm: VirtualTwistArm, motion: Trajectory, label: str) -> Recording:
    """A motion, the arm first brought to where it begins."""
    here, limits = arm.arm.set_point, motion_limits(arm.robot, start=arm.home)
    if np.abs(here - motion.start).max() > 0.0:
        speed, push = MOVING_SHARE * limits.velocity, MOVING_SHARE * limits.acceleration
        arm.record(point_to_point(here, motion.start, velocity=speed, acceleration=push), "move")
    return arm.record(motion, label)


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
