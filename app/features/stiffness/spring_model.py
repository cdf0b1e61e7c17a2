"""The full stiffness model of an arm, from its description and the twist that a visit measured. No Qt."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from app.features.twist.tasks import newest_elasticity
from core.elasticity.result import ELASTICITY, Elasticity
from core.errors import BadRequest
from core.quality import Verdict
from core.recording import FloatArray, Mark
from core.robot.model import RobotModel
from core.stiffness.model import StiffnessModel, stiffness_model
from core.stiffness.result import SpringSource

_TRUSTED = frozenset({Verdict.GOOD, Verdict.USABLE})


@dataclass(frozen=True, eq=False)
class KnownArm:
    """An arm with the springs of its joints that a visit measured; empty where it measured none.

    Attributes
    ----------
    joint_stiffness, joint_stiffness_std
        (n,) N·m/rad (N/m), NaN for joints whose twist was not measured well enough.
    gear_loop
        (n,) rad (m) of hysteresis, NaN likewise.
    source
        Key of the analysis of the twist.
    """

    robot: RobotModel
    joint_stiffness: FloatArray
    joint_stiffness_std: FloatArray
    gear_loop: FloatArray
    source: str = ""
    serial: str = ""
    mark: Mark = Mark.NONE

    def model(self, tool: tuple[float, float, float]) -> StiffnessModel:
        """Return the full model, with measured springs before those of the description.

        Raises
        ------
        BadRequest
            As ``stiffness_model``.
        """
        return stiffness_model(
            self.robot,
            joint_stiffness=self.joint_stiffness,
            joint_stiffness_std=self.joint_stiffness_std,
            source=SpringSource.TWIST,
            tool=tool,
            gear_loop=self.gear_loop,
        )

    def model_if_known(self, tool: tuple[float, float, float]) -> StiffnessModel | None:
        """Return the full model; None where the spring of some joint is unknown."""
        try:
            return self.model(tool)
        except BadRequest as error:
            if error.code != "stiffness-springs-unknown":
                raise
            return None


def known_arm(robot: str | Path | RobotModel | None, visit: Path | None) -> KnownArm:
    """Return the arm by name, file or model, or that of the visit, with the springs that the visit measured.

    Raises
    ------
    BadFile
        As ``load_robot`` and ``Visit.open``.
    BadRequest
        ``unknown-robot``, ``stiffness-no-robot`` without either, ``stiffness-other-arm`` where the
        visit is to an arm with other joints.
    """
    from app.visit.recordings import robot_of
    from core.storage.visit import Visit

    if visit is None:
        if robot is None:
            raise BadRequest("stiffness-no-robot")
        return _unmeasured(_loaded(robot))
    with Visit.open(visit, recover=False) as opened:
        own = robot_of(opened)
        found = newest_elasticity(opened)
        key = opened.results(ELASTICITY)[-1].key if found is not None else ""
        origins = [opened.recording(label).origin for label in reversed(opened.labels)]
    chosen = own if robot is None else _loaded(robot)
    if chosen.joint_names != own.joint_names:
        raise BadRequest("stiffness-other-arm", file=visit.name, robot=chosen.name, visited=own.name)
    if found is not None:
        return _measured(chosen, found, key)
    serial = next((origin.serial for origin in origins if origin.serial), "")
    return replace(_unmeasured(chosen), serial=serial)


def _loaded(robot: str | Path | RobotModel) -> RobotModel:
    from core.robot.library import load_robot

    return robot if isinstance(robot, RobotModel) else load_robot(robot)


def _unmeasured(robot: RobotModel) -> KnownArm:
    nothing = np.full(robot.joint_count, np.nan)
    return KnownArm(robot, nothing, nothing, nothing)


def _measured(robot: RobotModel, found: Elasticity, key: str) -> KnownArm:
    """Arm with the measured springs of the joints whose verdict is good or usable."""
    stiffness = np.full(robot.joint_count, np.nan)
    std, loop = stiffness.copy(), stiffness.copy()
    for joint in found.joints:
        if joint.stiffness is not None and joint.judgement.verdict in _TRUSTED:
            stiffness[joint.number] = joint.stiffness.value
            std[joint.number] = joint.stiffness.std
        if joint.hysteresis_width is not None:
            loop[joint.number] = joint.hysteresis_width.value
    source = key if np.isfinite(stiffness).any() else ""
    return KnownArm(robot, stiffness, std, loop, source, found.serial, found.mark)
