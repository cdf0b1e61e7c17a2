"""Identification results that fill every corner of a report. The numbers mean nothing."""

from dataclasses import replace

import numpy as np

from app.features.report import report as commissioning_report
from app.features.report.commissioning import Commissioning
from core.friction.models import FrictionKind
from core.identification.model import Prediction
from core.identification.result import (
    IdentificationResult,
    JointFriction,
    Parameter,
    Provenance,
    Validation,
)
from core.identification.settings import GainSource, IdentificationSettings
from core.quality import Judgement, Reason, Verdict

JOINTS = 6


def write_pdf(result, path, **known):
    """The report of a model and whatever else is known."""
    found = {key: known.pop(key) for key in ("elasticity", "payload", "stiffness") if key in known}
    commissioning_report.write_pdf(Commissioning(result, found=found, **known), path)


def parameter(name, value, std, unit, verdict=Verdict.GOOD):
    reasons = () if verdict is Verdict.GOOD else (Reason("large-uncertainty", {"relative": 0.4}, verdict),)
    return Parameter(name, value, std, unit, Judgement.of(reasons))


def friction(joint, random):
    speed = np.concatenate((np.linspace(-1.5, -0.01, 100), np.linspace(0.01, 1.5, 100)))
    torque = (6.0 - joint) * (np.sign(speed) * (1.0 + np.exp(-np.abs(speed) * 8.0)) + 0.8 * speed)
    points = np.concatenate((np.linspace(-1.4, -0.05, 12), np.linspace(0.05, 1.4, 12)))
    verdict = Verdict.NOT_MEASURABLE if joint == 5 else Verdict.GOOD
    return JointFriction(
        joint=f"joint {joint + 1}",
        kind=FrictionKind.LOAD_DEPENDENT,
        coefficients=(
            parameter("Coulomb friction", 6.0 - joint, 0.05, "N·m"),
            parameter("viscous friction", 4.8 - 0.8 * joint, 0.031, "N·m·s/rad"),
            parameter("load-dependent friction", 0.031, 0.02, "1", verdict),
        ),
        shape_constants={"presliding": 0.002},
        curve_speed=speed,
        curve_torque=torque,
        point_speed=points,
        point_torque=np.interp(points, speed, torque) + random.normal(0, 0.3, points.size),
        point_std=np.full(points.size, 0.6),
    )


def validation(name, random, *, used_in_fit):
    errors = random.uniform(0.1, 2.0, JOINTS)
    return Validation(
        recording=name,
        used_in_fit=used_in_fit,
        sample_count=4999,
        rms_torque=errors,
        rms_current=errors / 10.0,
        relative_error=errors / 20.0,
        total_rms_torque=float(np.linalg.norm(errors)),
        total_rms_current=float(np.linalg.norm(errors)) / 10.0,
        total_relative_error=0.061,
        moving_rms_torque=errors * 1.1,
        moving_relative_error=0.055,
        weighted_relative_error=0.07,
    )


def example_result(*, synthetic=True, base_count=40):
    """Six joints, two recordings fitted and one kept back."""
    random = np.random.default_rng(3)
    names = [f"Izz_{n % 6 + 1} + Iyy_{n % 6 + 2} + {0.1 * n:.2f}·m_{n % 6 + 1}" for n in range(base_count)]
    verdicts = (Verdict.GOOD, Verdict.GOOD, Verdict.USABLE, Verdict.REPEAT)
    base = tuple(
        parameter(name, float(value), abs(float(value)) * 0.07 + 1e-3, "kg·m²", verdicts[n % 4])
        for n, (name, value) in enumerate(zip(names, random.normal(0, 3, base_count), strict=True))
    )
    return IdentificationResult(
        settings=IdentificationSettings(),
        robot_toml='name = "six"\n',
        base_parameters=base,
        friction=tuple(friction(joint, random) for joint in range(JOINTS)),
        offsets=tuple(parameter(f"offset of joint {n + 1}", 0.1 * n, 0.02, "N·m") for n in range(JOINTS)),
        coupling=(),
        gain_source=GainSource.MANUFACTURER,
        drive_gain=np.full(JOINTS, 11.0),
        with_rotor_inertia=True,
        load_parameters=None,
        column_names=tuple(names),
        estimate=np.zeros(base_count),
        covariance=np.eye(base_count),
        white_noise_std=np.ones(base_count),
        residual_std=np.ones(JOINTS),
        rank=base_count,
        condition_number=68.2,
        condition_convention="columns scaled to unit norm",
        judgement=Judgement.of(
            (
                Reason("large-uncertainty", {"count": 3}),
                Reason("poor-excitation", {"joint": "joint 6"}, Verdict.REPEAT),
            )
        ),
        validation=(
            validation("Monday 30 s", random, used_in_fit=True),
            validation("Tuesday 50 s", random, used_in_fit=False),
        ),
        provenance=Provenance(
            recordings=("Monday 30 s", "Monday 40 s"),
            sha256=("0123456789abcdef" * 4, "fedcba9876543210" * 4),
            rows=((635, 3510), (1, 4000)),
            robot="six",
            software="torsion 0.1.0",
            created_at="2026-03-05T10:00:00Z",
            synthetic=synthetic,
            row_count=36000,
        ),
    )


def with_joints(result, count):
    """The same result for an arm with fewer joints."""
    return replace(
        result,
        friction=result.friction[:count],
        validation=tuple(
            replace(
                judged,
                rms_torque=judged.rms_torque[:count],
                rms_current=None,
                total_rms_current=None,
                relative_error=judged.relative_error[:count],
                moving_rms_torque=judged.moving_rms_torque[:count],
            )
            for judged in result.validation
        ),
    )


def example_prediction(*, samples=5000):
    """Fifty seconds of six joints with one spike."""
    time = np.linspace(0.0, 50.0, samples)
    shape = np.arange(1, JOINTS + 1)
    modelled = 40.0 / shape * np.sin(0.7 * np.outer(time, shape**0.5)) + 5.0 * np.sign(
        np.cos(0.7 * np.outer(time, shape**0.5))
    )
    measured = modelled + np.random.default_rng(4).normal(0.0, 1.0, modelled.shape)
    measured[samples // 2, 0] = 90.0
    blank = np.zeros_like(modelled)
    return Prediction(
        recording="Tuesday 50 s",
        time=time,
        position=blank,
        velocity=blank,
        measured=measured,
        modelled=modelled,
        rigid=0.8 * modelled,
        learned=0.0 * modelled,
    )
