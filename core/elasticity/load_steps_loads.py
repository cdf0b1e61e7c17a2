"""Gravity's torque on every gear, and how much of it is enough to see the gear bend.

Enough is a change of load over the range of

- 3 % of the joint's rated torque where the description has one; else
- what bends a typical gear by 20 arcsec: a few counts of a good encoder, and more than a gear's ripple.
  A typical gear bends by 2 mrad under its rated torque. Where that is not known, it is taken to be the
  largest torque that gravity puts on any joint of the arm; a fifth of it for the three joints of a wrist,
  as in arms whose rated torques are published.
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
"""Of the rated torque, by which the load should change, at least."""
TWIST_RAD = float(np.radians(20.0 / 3600.0))
"""By which a gear should bend, where no rated torque is known."""
RATED_TWIST_RAD = 0.002
"""By which a typical gear bends under its rated torque."""
WRIST_JOINTS = 3
WRIST_SHARE = 0.2
"""Of the rated torque of the main axes' gears, that of a wrist's."""
LEAST_SPAN = 1e-6
"""N·m; less is rounding."""
PAYLOAD_DISTANCE_M = 0.1
"""Off the axis: how far a payload is proposed, as long as the arm carries what it takes."""
_ASKED = 600
"""Poses that tell how strong gravity is."""
_LEAST_TILT = float(np.sin(np.radians(3.0)))
"""Of an axis against gravity: less is a base that is not quite level."""


class GravityLoads:
    """Gravity's torque on the gears of one arm, with what hangs on its flange.

    Parameters
    ----------
    robot
        The arm; where it has no masses, a stand-in at each link's origin.
    links
        (n, 10) link parameters that are known better than the description's.
    payload
        What hangs on the flange.
    """

    def __init__(
        self, robot: RobotModel, *, links: FloatArray | None = None, payload: KnownPayload | None = None
    ) -> None:
        self._described = robot
        self._robot = robot if links is None else replace(robot, inertial_parameters=links)
        self._hung = None if payload is None else replace(robot, inertial_parameters=_hanging(robot, payload))
        self.masses_known = self._robot.inertial_parameters is not None

    def torque(self, q: FloatArray) -> FloatArray:
        """(N, n) N·m (N) that the gears pass on at rest at poses (N, n)."""
        own = gravity_torque(self._robot, q)
        if self._hung is None:
            return own
        return own + gravity_torque(replace(self._hung, compensators=()), q)

    def needed(self, lower: FloatArray, upper: FloatArray) -> FloatArray:
        """(n,) N·m (N) of change that are enough, see above; for poses between two bounds (n,)."""
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
        """(N, n) sine of the angle between each joint's axis and gravity; 0 where there is no gravity."""
        pull = float(np.linalg.norm(self._described.gravity))
        axes = link_transforms(self._described, q)[:, :, :3, 2]
        across = np.linalg.norm(np.cross(axes, self._described.gravity), axis=2)
        return np.where(across > _LEAST_TILT * pull, across / pull if pull > 0.0 else 0.0, 0.0)

    def payload_for(self, span: float, *, tilt: float, width: float) -> tuple[float, float]:
        """Mass in kg and distance in m off a joint's axis that change its load by ``span`` N·m.

        ``tilt`` is the sine of the axis against gravity, in a range of ``width`` rad through the load's zero.
        """
        pull = float(np.linalg.norm(self._described.gravity))
        moment = span / (2.0 * pull * tilt * np.sin(0.5 * min(width, np.pi)))
        carried = worst_payload(self._described).mass
        mass = moment / PAYLOAD_DISTANCE_M
        if carried > 0.0:
            mass = min(mass, carried)
        return float(mass), float(moment / mass)


def _hanging(robot: RobotModel, payload: KnownPayload) -> FloatArray:
    """(n, 10) of links without mass but for what hangs on the flange."""
    links = np.zeros((robot.joint_count, PARAMETERS_PER_LINK))
    body = about_origin(payload.mass, center=payload.place, inertia=np.zeros((3, 3)))
    links[-1] = moved(body, placement=robot.flange)
    return links


def identified_links(result: IdentificationResult, robot: RobotModel) -> FloatArray:
    """(n, 10) link parameters with the torques of an identified model; not those of possible bodies."""
    fitted = FittedModel.of(result, robot)
    count = PARAMETERS_PER_LINK * robot.joint_count
    standard = np.zeros(count + robot.joint_count)
    standard[fitted.plan.base.independent] = fitted.parameters[: fitted.plan.base_count]
    return standard[:count].reshape(robot.joint_count, PARAMETERS_PER_LINK)
