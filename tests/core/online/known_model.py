"""Models whose parameters are known, and motions for them: what an online model has to agree with."""

import numpy as np

from core.base_parameters import find_base_parameters
from core.friction.form import FrictionForm
from core.friction.models import FORMS, FrictionKind
from core.identification.chunks import Conditioning
from core.identification.columns import ColumnPlan
from core.identification.model import FittedModel
from core.online.online_model import OnlineModel, OnlineTorque
from core.recording import FloatArray, Quantity, Recording
from core.robot.model import RobotModel

RATE_HZ = 1000.0
FILTER_HZ = 6.0
SIZES = {
    "coulomb": 4.0, "viscous": 3.0, "offset": 0.5, "static": 4.0, "static to Coulomb": -1.0, "hump": 1.0,
    "presliding": 4.0, "quadratic": 0.5, "cubic": -0.1, "load-dependent": 0.05,
    "load squared": 2e-4, "stirring": -0.3,
    "coulomb forward": 4.0, "viscous forward": 3.0, "quadratic forward": 0.5, "cubic forward": -0.1,
    "coulomb backward": -4.4, "viscous backward": 3.1, "quadratic backward": -0.5, "cubic backward": -0.1,
}  # fmt: skip
"""Value of each friction coefficient, SI units."""


def fitted_model(
    robot: RobotModel,
    kind: FrictionKind = FrictionKind.LOAD_DEPENDENT,
    *,
    friction: float = 1.0,
    rotor_inertia: FloatArray | None = None,
    drive_gain: FloatArray | None = None,
) -> FittedModel:
    """A model with the robot's own inertia (else any), and ``friction`` times the usual friction."""
    random = np.random.default_rng(3)
    n, form = robot.joint_count, FORMS[kind]
    links = robot.inertial_parameters
    if links is None:
        links = random.uniform(0.2, 1.0, (n, 10))
    rotors = random.uniform(0.2, 0.5, n) if rotor_inertia is None else rotor_inertia
    base = find_base_parameters(robot)
    inertial = base.grouping @ np.concatenate([links.ravel(), rotors])
    plan = ColumnPlan(
        robot=robot,
        base=base,
        form=form,
        shapes=(form.shape_start,) * n,
        load_parameters=inertial if form.uses_load else None,
    )
    coupling = np.tile([0.05, 1.0, 0.7], len(plan.coupled)) * friction
    parameters = np.concatenate([inertial, coupling, np.tile(coefficients(form), n) * friction])
    return FittedModel(plan, parameters, Conditioning(FILTER_HZ, drive_gain))


def coefficients(form: FrictionForm) -> FloatArray:
    """(k,) friction coefficients of a form."""
    return np.array([SIZES[each.name] for each in form.coefficients])


def slow_motion(robot: RobotModel, *, seconds: float, faster: float = 1.0) -> tuple[FloatArray, ...]:
    """Time (N,) and position, velocity, acceleration (N, n) of joints that swing, each at its own pace."""
    time = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    pace = faster * 2.0 * np.pi * np.linspace(0.11, 0.23, robot.joint_count)
    size = np.where(robot.is_prismatic, 0.1, 0.6)
    phase = time[:, np.newaxis] * pace + np.arange(robot.joint_count)
    return time, size * np.sin(phase), size * pace * np.cos(phase), -size * pace**2 * np.sin(phase)


def streamed(robot: RobotModel, position: FloatArray, velocity: FloatArray, torque: FloatArray) -> dict:
    """Columns as a controller reports them, from the model's terms."""
    sign = robot.reported_sign
    return {
        Quantity.POSITION: robot.position_as_reported(position),
        Quantity.VELOCITY: velocity * sign,
        Quantity.TORQUE: torque * sign,
    }


def online(fitted: FittedModel, *, rate_hz: float = RATE_HZ, **settings: float) -> OnlineModel:
    """The online form; the residual's standard deviation is 1 N·m at each joint."""
    std = np.ones(fitted.plan.robot.joint_count)
    return OnlineModel(fitted, residual_std=std, rate_hz=rate_hz, **settings)


def feed_all(model: OnlineModel, time: FloatArray, columns: dict, *, first: int = 0) -> OnlineTorque:
    """Feed all samples in one chunk."""
    return model.feed(np.arange(first, first + time.size), time, columns)


def recording(time: FloatArray, columns: dict) -> Recording:
    return Recording("streamed", time, columns)


def rms(values: FloatArray) -> FloatArray:
    """RMS over all finite samples (n,)."""
    return np.sqrt(np.nanmean(values**2, axis=0))
