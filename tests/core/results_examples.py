"""A made-up identification result that fills every field, and an exact comparison."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from core.estimation.physical_model import PhysicalModel
from core.friction.models import FrictionKind
from core.identification.choosing.result import Candidate, Choice
from core.identification.result import (
    IdentificationResult,
    JointFriction,
    Parameter,
    Provenance,
    Validation,
)
from core.identification.settings import GainSource, IdentificationSettings
from core.identification.setup_checks.result import SetupChecks
from core.identification.systematic.result import SystematicErrors
from core.learning.gmm import GaussianMixture
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.rbf import RadialBasis
from core.learning.residual_model import JointResidualModel, ResidualModel
from core.quality import Judgement, Reason, Verdict


def same(one: Any, other: Any) -> bool:
    """True if both values have the same types and are equal to the last bit."""
    if type(one) is not type(other):
        return False
    if is_dataclass(one):
        return all(same(getattr(one, item.name), getattr(other, item.name)) for item in fields(one))
    if isinstance(one, np.ndarray):
        return (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, float):
        return np.float64(one).tobytes() == np.float64(other).tobytes()
    return bool(one == other)


def parameter(name: str, value: float, std: float = 0.01) -> Parameter:
    reason = Reason("large-uncertainty", {"relative": 0.31, "joints": (1, 2), "names": ("a", "b")})
    parts = (0.6 * std, 0.8 * std)
    return Parameter(name, value, std, "kg·m²", Judgement(Verdict.USABLE, (reason,)), *parts)


def validation(name: str, *, used_in_fit: bool) -> Validation:
    return Validation(
        recording=name,
        used_in_fit=used_in_fit,
        sample_count=1234,
        rms_torque=np.array([0.1, 1 / 3]),
        rms_current=np.array([0.01, 0.02]) if used_in_fit else None,
        relative_error=np.array([0.05, np.nan]),
        total_rms_torque=0.35,
        total_rms_current=0.03 if used_in_fit else None,
        total_relative_error=0.06,
        moving_rms_torque=np.array([0.1, 0.2]),
        moving_relative_error=0.055,
        weighted_relative_error=0.07,
    )


def residual_model() -> ResidualModel:
    """One joint with either learner, as no arm has it."""
    random = np.random.default_rng(6)
    radial = RadialBasis(
        first=np.array([[-1 / 3, -0.0]]),
        spacing=np.array([[0.1, 0.2]]),
        weights=random.normal(size=(1, 3, 3)),
        mass=random.random((1, 3, 3)),
        silent=np.array([5e-324]),
        clear=np.array([1e-3]),
    )
    mixture = GaussianMixture(
        weights=np.array([1 / 3, 2 / 3]),
        mean=random.normal(size=(2, 3)),
        covariance=random.normal(size=(2, 3, 3)),
        scale=np.array([1.0, 0.5]),
        silent=0.0,
        clear=1 / 3,
    )
    reason = Reason("residual-gains-too-little", {"joint": "elbow", "gain": 0.01, "wanted": 0.15})
    proven = JointResidualModel(
        joint="shoulder",
        active=True,
        size=2,
        error_without=1 / 3,
        error_with=0.1,
        judgement=Judgement(Verdict.GOOD),
        radial=radial,
        mixture=mixture,
    )
    off = JointResidualModel(
        joint="elbow",
        active=False,
        size=2,
        error_without=0.1,
        error_with=float("inf"),
        judgement=Judgement(Verdict.GOOD, (reason,)),
    )
    return ResidualModel(ResidualKind.GMM, FeatureKind.STATE, (proven, off))


def physical_model() -> PhysicalModel:
    """Two bodies, one on the edge of what a body can be."""
    random = np.random.default_rng(7)
    return PhysicalModel(
        feasible=True,
        standard=random.normal(size=(2, 10)),
        rotor_inertia=np.array([0.5, -0.0]),
        estimate=random.normal(size=3),
        min_eigenvalue=np.array([1e-9, 5e-324]),
        cost=1 / 3,
        held_out_cost=0.01,
        undetermined=("m_1", "Ixx_1"),
        judgement=Judgement(Verdict.USABLE),
    )


def example_result() -> IdentificationResult:
    """A result of two joints with awkward numbers: thirds, infinities, negative zeros."""
    random = np.random.default_rng(5)
    friction = JointFriction(
        joint="shoulder",
        kind=FrictionKind.LOAD_DEPENDENT,
        coefficients=(parameter("fc_1", 1.1), parameter("fv_1", -0.0, float("inf"))),
        shape_constants={"presliding": 0.002},
        curve_speed=np.linspace(-1, 1, 7),
        curve_torque=random.normal(size=7),
        point_speed=np.zeros(0),
        point_torque=np.zeros(0),
        point_std=np.zeros(0),
    )
    return IdentificationResult(
        settings=IdentificationSettings(moving_only=True, drive_gain=np.array([11.976, 9.8386])),
        robot_toml='name = "two"\n# 机械臂\n',
        base_parameters=(parameter("Izz_1 + 0.36·m_2", 1 / 3),),
        friction=(friction,),
        offsets=(parameter("offset_1", 5e-324),),
        coupling=(),
        gain_source=GainSource.GIVEN,
        drive_gain=np.array([11.976, 9.8386]),
        with_rotor_inertia=True,
        load_parameters=np.array([1 / 3]),
        column_names=("Izz_1", "fc_1", "fv_1"),
        estimate=random.normal(size=3),
        covariance=random.normal(size=(3, 3)),
        white_noise_std=np.array([0.1, 0.2]),
        residual_std=np.array([0.1, 0.2]),
        rank=3,
        condition_number=float("inf"),
        condition_convention="unpivoted QR",
        judgement=Judgement(Verdict.GOOD),
        setup=SetupChecks.unknown(2),
        systematic=SystematicErrors(np.eye(3), 2.0 * np.eye(3)),
        validation=(validation("one", used_in_fit=True), validation("two", used_in_fit=False)),
        provenance=Provenance(
            recordings=("one",),
            sha256=("ab" * 32,),
            rows=((635, 3510),),
            robot="two",
            software="torsion 0.1.0",
            created_at="2024-05-06T07:08:09+00:00",
            synthetic=False,
            row_count=2876,
        ),
        residual_model=residual_model(),
        physical=physical_model(),
        choice=Choice(
            friction=FrictionKind.LOAD_DEPENDENT,
            filter_hz=6.0,
            band_hz=6.0,
            folds=5,
            leaves_runs=False,
            tried=(
                Candidate(
                    friction=FrictionKind.LOAD_DEPENDENT,
                    filter_hz=6.0,
                    error=1 / 3,
                    std=0.01,
                    behind=0.0,
                    behind_std=0.0,
                    is_close=True,
                    joint_error=np.array([0.1, 1 / 3]),
                ),
            ),
        ),
    )
