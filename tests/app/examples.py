"""A made-up visit and result with plausible numbers, for tests of the views alone."""

import numpy as np

from app.visit.summaries import MeasuredAgainstModel, RecordingSummary, VisitSummary
from core.identification.choosing.result import Candidate, Choice
from core.identification.result import (
    IdentificationResult,
    JointFriction,
    Parameter,
    Provenance,
    Validation,
)
from core.identification.settings import CHOSEN_BY_DATA, FrictionKind, GainSource
from core.quality import Judgement, Reason, Verdict
from core.recording import Dropped, TorqueKind

JOINTS = 6
LABELS = ("30sec_12harm", "40sec_12harm", "50sec_12harm", "14harm50sec")


def recording(label: str, *, rows_dropped: int = 0) -> RecordingSummary:
    return RecordingSummary(
        label=label,
        file=f"{label}.csv",
        duration=50.04,
        sample_count=5004,
        rate=100.0,
        first_row=101,
        last_row=5104,
        torque_kind=TorqueKind.MOTOR_CURRENT,
        has_current=True,
        payload_mass=None,
        dropped=(Dropped("not-a-number", rows_dropped, 17),) if rows_dropped else (),
    )


def visit_summary(path: str = "/visits/cell-4.h5") -> VisitSummary:
    return VisitSummary(
        path=path,
        robot="Universal Robots UR10e",
        joint_names=tuple(f"joint_{number + 1}" for number in range(JOINTS)),
        prismatic=(False,) * JOINTS,
        recordings=tuple(recording(label, rows_dropped=3 * (label == LABELS[0])) for label in LABELS),
    )


def parameter(name: str, value: float, std: float, unit: str = "kg·m²") -> Parameter:
    verdict = Verdict.GOOD if std < 0.1 * abs(value) else Verdict.USABLE
    return Parameter(name, value, std, unit, Judgement(verdict))


def friction(joint: int) -> JointFriction:
    speed = np.linspace(-2.5, 2.5, 201)
    points = np.linspace(-2.4, 2.4, 24)
    level = 8.0 / (1 + joint)
    return JointFriction(
        joint=f"joint_{joint + 1}",
        kind=FrictionKind.LOAD_DEPENDENT,
        coefficients=(
            parameter("fv", 1.2 * level, 0.03, "N·m·s/rad"),
            parameter("fc", level, 0.05, "N·m"),
            parameter("fl", 0.04, 0.006, "1"),
        ),
        shape_constants={"presliding": 0.002},
        curve_speed=speed,
        curve_torque=level * np.tanh(speed / 0.02) + 1.2 * level * speed,
        point_speed=points,
        point_torque=level * np.tanh(points / 0.02) + 1.2 * level * points + 0.2 * np.sin(9 * points),
        point_std=np.full(points.shape, 0.3),
    )


def validation(label: str, *, used_in_fit: bool) -> Validation:
    per_joint = np.array([0.42, 0.61, 0.33, 0.08, 0.07, 0.05])
    return Validation(
        recording=label,
        used_in_fit=used_in_fit,
        sample_count=5000,
        rms_torque=per_joint * 10,
        rms_current=per_joint / 4,
        relative_error=per_joint / 10,
        total_rms_torque=8.2,
        total_rms_current=0.158,
        total_relative_error=0.052,
        moving_rms_torque=per_joint * 11,
        moving_relative_error=0.057,
        weighted_relative_error=0.06,
    )


def choice() -> Choice:
    """Two models at two cut-offs; the richer one is better in every run."""
    errors = {FrictionKind.COULOMB_VISCOUS: 0.071, FrictionKind.LOAD_DEPENDENT: 0.052}
    tried = tuple(
        Candidate(kind, hz, error, 0.004, error - 0.052, 0.003, error < 0.06, np.full(JOINTS, error))
        for kind, error in errors.items()
        for hz in (6.0, 10.0)
    )
    return Choice(FrictionKind.LOAD_DEPENDENT, 6.0, 10.0, len(LABELS) - 1, leaves_runs=True, tried=tried)


def result(verdict: Verdict = Verdict.USABLE) -> IdentificationResult:
    names = ("Izz_1 + Iyy_2 + Iyy_3 + 0.3756·m_3", "m_2·cx_2 + 0.6127·m_3", "Ixx_3 − Iyy_3")
    return IdentificationResult(
        settings=CHOSEN_BY_DATA,
        choice=choice(),
        robot_toml="",
        base_parameters=tuple(
            parameter(f"{name} ({number})", 10.0 / (number + 1), 0.02 + 0.01 * number)
            for number, name in enumerate(names * 13)
        ),
        friction=tuple(friction(joint) for joint in range(JOINTS)),
        offsets=(),
        coupling=(),
        gain_source=GainSource.MANUFACTURER,
        drive_gain=np.full(JOINTS, 11.0),
        with_rotor_inertia=True,
        load_parameters=None,
        column_names=("a",),
        estimate=np.ones(1),
        covariance=np.ones((1, 1)),
        white_noise_std=np.ones(1),
        residual_std=np.ones(JOINTS),
        rank=58,
        condition_number=143.2,
        condition_convention="unpivoted QR in link order, SI units, no friction columns",
        judgement=Judgement(verdict, (Reason("poor-condition", {"condition_number": 143.2}, verdict),) * 2),
        validation=tuple(validation(label, used_in_fit=label != LABELS[-1]) for label in LABELS),
        provenance=Provenance(
            recordings=LABELS[:-1],
            sha256=("",) * 3,
            rows=((101, 5104),) * 3,
            robot="ur10e",
            software="torsion",
            created_at="2026-03-01T10:42:00+00:00",
            synthetic=False,
            row_count=12_000,
        ),
    )


def curves(label: str, *, seconds: float = 50.0, rate: float = 500.0) -> MeasuredAgainstModel:
    time = np.arange(0.0, seconds, 1.0 / rate)
    random = np.random.default_rng(3)
    model = np.stack(
        [40 / (1 + j) * np.sin(0.7 * (j + 1) * time) + 9 * np.sin(2.3 * time + j) for j in range(JOINTS)],
        axis=1,
    )
    measured = model + random.normal(scale=1.5, size=model.shape)
    return MeasuredAgainstModel(label, time, measured, model, 0.8 * model, 0.01 * model)
