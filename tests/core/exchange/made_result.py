"""A small identification result made by hand, for the exporters' tests."""

from dataclasses import replace

import numpy as np

from core.friction.models import FrictionKind
from core.identification.result import (
    IdentificationResult,
    JointFriction,
    Parameter,
    Provenance,
    Validation,
)
from core.identification.settings import GainSource, IdentificationSettings
from core.quality import Judgement, Reason, Verdict

GOOD = Judgement(Verdict.GOOD)
POOR = Judgement.of([Reason("poorly-determined", {"relative_std": float("inf")}, Verdict.REPEAT)])


def made_parameter(expression: str, value: float, *, unit: str = "kg·m²") -> Parameter:
    return Parameter(expression, value, 0.1, unit, POOR if value == 0.0 else GOOD)


def made_validation(label: str, *, used_in_fit: bool) -> Validation:
    return Validation(
        recording=label,
        used_in_fit=used_in_fit,
        sample_count=100,
        rms_torque=np.array([1.0, 2.0]),
        rms_current=np.array([0.1, 0.2]),
        relative_error=np.array([0.05, np.inf]),
        total_rms_torque=5.0**0.5,
        total_rms_current=0.05**0.5,
        total_relative_error=0.06,
        moving_rms_torque=np.array([1.0, np.nan]),
        moving_relative_error=0.07,
        weighted_relative_error=0.08,
    )


def made_result() -> IdentificationResult:
    """Two joints, three base parameters (one of them zero), friction on the first joint."""
    friction = JointFriction(
        joint="shoulder",
        kind=FrictionKind.COULOMB_VISCOUS,
        coefficients=(made_parameter("coulomb of shoulder", 3.0, unit="N·m"),),
        shape_constants={"presliding distance": 1e-4},
        curve_speed=np.array([0.0, 1.0]),
        curve_torque=np.array([3.0, 4.0]),
        point_speed=np.array([0.5]),
        point_torque=np.array([3.4]),
        point_std=np.array([np.nan]),
    )
    base = (
        made_parameter("Izz_1 + 0.36·m_2", 1.5),
        made_parameter("m_2·cx_2", -0.25, unit="kg·m"),
        made_parameter("m_2·cy_2", 0.0, unit="kg·m"),
    )
    return IdentificationResult(
        settings=IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS),
        robot_toml='name = "two"',
        base_parameters=base,
        friction=(friction,),
        offsets=(made_parameter("offset of shoulder", 0.2, unit="N·m"),),
        coupling=(),
        gain_source=GainSource.MANUFACTURER,
        drive_gain=np.array([10.0, 11.0]),
        with_rotor_inertia=False,
        load_parameters=None,
        column_names=(*(part.expression for part in base), "coulomb of shoulder"),
        estimate=np.array([1.5, -0.25, 0.0, 3.0]),
        covariance=0.01 * np.eye(4),
        white_noise_std=np.full(4, 0.05),
        residual_std=np.array([1.0, 2.0]),
        rank=4,
        condition_number=12.5,
        condition_convention="unscaled columns",
        judgement=POOR,
        validation=(
            made_validation("fitted", used_in_fit=True),
            made_validation("held back", used_in_fit=False),
        ),
        provenance=Provenance(
            recordings=("fitted",),
            sha256=("ab12",),
            rows=((1, 100),),
            robot="two",
            software="torsion 0.1.0",
            created_at="2026-01-02T03:04:05+00:00",
            synthetic=True,
            row_count=200,
        ),
    )


def straight_friction(joint: str, constant: float, damping: float) -> JointFriction:
    """A joint whose friction is a constant and a viscous part, with a curve in both directions."""
    half = np.linspace(0.02, 2.0, 50)
    speed = np.concatenate((-half[::-1], half))
    return replace(
        made_result().friction[0],
        joint=joint,
        curve_speed=speed,
        curve_torque=constant * np.sign(speed) + damping * speed,
        point_speed=np.empty(0),
        point_torque=np.empty(0),
        point_std=np.empty(0),
    )


def made_from_base(values, *, with_rotor_inertia: bool) -> IdentificationResult:
    """The same result with these base parameters."""
    base = tuple(made_parameter(f"b{index}", float(value)) for index, value in enumerate(values))
    return replace(made_result(), base_parameters=base, with_rotor_inertia=with_rotor_inertia)
