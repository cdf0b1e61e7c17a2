"""Gravity's torque on every gear, and the change of load that makes its deflection measurable.

A sufficient change of load over the range is

- 3 % of the joint's rated torque where the description has one; else
- the load that deflects a typical gear by 20 arcsec: a few counts of a good encoder, and more than
  ripple. A typical gear deflects by 2 mrad under its rated torque. An unknown rated torque is taken
  as the largest gravity torque on any joint of the arm; a fifth of it for the three joints of a wrist,
  as in arms with published rated torques.
"""

from dataclasses import replace

import numpy as np

from core.elasticity.load_steps_settings import KnownPayload
from core.friction.sweeps.poses import gravity_torque
from core.identification.model import FittedModel
from core.identification.result import IdentificationResult
from core.recording import FloatArray
from core.robot.inertia import about_origin, moved
from core.robot.kinematics import link_transforms
from core.robot.model import PARAMETERS_PER_LINK, RobotModel
from core.robot.worst_payload import worst_payload

RATED_SHARE = 0.03
"""Smallest sufficient change of the load as a share of the rated torque."""
TWIST_RAD = float(np.radians(20.0 / 3600.0))
"""Sufficient deflection of a gear without a known rated torque, rad."""
RATED_TWIST_RAD = 0.002
"""Deflection of a typical gear under its rated torque, rad."""
WRIST_JOINTS = 3
WRIST_SHARE = 0.2
"""Rated torque of a wrist's gear relative to those of the main axes."""
LEAST_SPAN = 1e-6
"""Smallest load range that is not rounding, N·m."""
PAYLOAD_DISTANCE_M = 0.1
"""Distance off the axis at which a payload is proposed, if the arm may carry its mass, m."""
_ASKED = 600
"""Number of poses from which the strength of gravity is computed."""
_LEAST_TILT = float(np.sin(np.radians(3.0)))
"""Smallest sine of an axis against gravity; less is a base that is not quite level."""


class GravityLoads:
    """Gravity's torque on the gears of one arm, including its payload.

    Parameters
    ----------
    robot
        The arm; without masses in the description, an assumed mass at each link's origin.
    links
        (n, 10) link parameters that are known better than the description's.
    payload
        The load on the flange.
    """

    def __init__(
        self, robot: RobotModel, *, links: FloatArray | None = None, payload: KnownPayload | None = None
    ) -> None:
        self._described = robot
        self._robot = robot if links is None else replace(robot, inertial_parameters=links)
        self._hung = None if payload is None else replace(robot, inertial_parameters=_hanging(robot, payload))
        self.masses_known = self._robot.inertial_parameters is not None

    def torque(self, q: FloatArray) -> FloatArray:
        """Static torque (N, n) that the gears carry at poses (N, n), N·m (N)."""
        own = gravity_torque(self._robot, q)
        if self._hung is None:
            return own
        return own + gravity_torque(replace(self._hung, compensators=()), q)

    def needed(self, lower: FloatArray, upper: FloatArray) -> FloatArray:
        """Sufficient change of load (n,), see the module, for poses between two bounds (n,), N·m (N)."""
        robot = self._described
        q = np.random.default_rng(0).uniform(lower, upper, (_ASKED, robot.joint_count))
        strongest = float(np.abs(gravity_torque(replace(self._robot, compensators=()), q)).max())
        main = TWIST_RAD / RATED_TWIST_RAD * strongest
        typical = np.full(robot.joint_count, main)
        if robot.joint_count > WRIST_JOINTS:
            typical[-WRIST_JOINTS:] *= WRIST_SHARE
        rated = robot.torque_limit
        known = np.isfinite(rated)
        return np.maximum(np.where(known, RATED_SHARE * np.where(known, rated, 0.0), typical), LEAST_SPAN)

    def tilt(self, q: FloatArray) -> FloatArray:
        """Sine (N, n) of the angle between each joint's axis and gravity; 0 without gravity."""
        pull = float(np.linalg.norm(self._described.gravity))
        axes = link_transforms(self._described, q)[:, :, :3, 2]
        across = np.linalg.norm(np.cross(axes, self._described.gravity), axis=2)
        return np.where(across > _LEAST_TILT * pull, across / pull if pull > 0.0 else 0.0, 0.0)

    def payload_for(self, span: float, *, tilt: float, width: float) -> tuple[float, float]:
        """Mass (kg) and distance (m) off a joint's axis of a payload that changes its load by ``span`` N·m.

        ``tilt`` is the sine of the axis against gravity, in a range of ``width`` rad through zero load.
        """
        pull = float(np.linalg.norm(self._described.gravity))
        moment = span / (2.0 * pull * tilt * np.sin(0.5 * min(width, np.pi)))
        carried = worst_payload(self._described).mass
        mass = moment / PAYLOAD_DISTANCE_M
        if carried > 0.0:
            mass = min(mass, carried)
        return float(mass), float(moment / mass)


def _hanging(robot: RobotModel, payload: KnownPayload) -> FloatArray:
    """Link parameters (n, 10) of massless links with only the payload."""
    links = np.zeros((robot.joint_count, PARAMETERS_PER_LINK))
    body = about_origin(payload.mass, center=payload.place, inertia=np.zeros((3, 3)))
    links[-1] = moved(body, placement=robot.flange)
    return links


def identified_links(result: IdentificationResult, robot: RobotModel) -> FloatArray:
    """Link parameters (n, 10) with the torques of an identified model.

    They need not be physically possible.
    """
    fitted = FittedModel.of(result, robot)
    count = PARAMETERS_PER_LINK * robot.joint_count
    standard = np.zeros(count + robot.joint_count)
    standard[fitted.plan.base.independent] = fitted.parameters[: fitted.plan.base_count]
    return standard[:count].reshape(robot.joint_count, PARAMETERS_PER_LINK)
