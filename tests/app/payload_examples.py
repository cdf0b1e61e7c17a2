"""A made-up payload on an EC66 in every shape a result has; for tests of pages, reports and commands."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.payload.result import (
    GainCheck,
    PayloadEstimate,
    PayloadPrediction,
    PayloadResult,
    PayloadStage,
    PayloadStep,
    Reference,
    ReferenceKind,
    RefusedSweep,
    SweepResidual,
)
from core.payload.settings import (
    ComplianceSource,
    Directions,
    GainSource,
    PayloadMethod,
    PayloadSettings,
    SweepKey,
)
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Mark
from core.robot.library import load_robot

ROBOT, SERIAL = "ec66", "EC66-0042"
LOADED, UNLOADED = "payload-loaded", "payload-unloaded"
MASS, CENTER = 2.413, (0.0602, -0.0114, 0.1485)
MASS_STD, CENTER_STD = 0.004, (0.0006, 0.0007, 0.0011)
JOINTS, ORIENTATIONS = (1, 2), (1, 2, 3, 4)
_NAN = float("nan")


def covariance(mass_std: float = MASS_STD, center_std: Sequence[float] = CENTER_STD) -> FloatArray:
    """(4, 4) whose mass and z go together, as they do on an arm that stands."""
    std = np.array([mass_std, *center_std])
    correlation = np.eye(4)
    correlation[0, 3] = correlation[3, 0] = -0.4
    return np.asarray(correlation * np.outer(std, std))


def estimate(*, known: Sequence[bool] = (True,) * 4, judgements: Sequence[Judgement] = ()) -> PayloadEstimate:
    """The payload; what is not ``known`` of mass, x, y and z is NaN, as after the first steps."""
    found = np.where(known, (MASS, *CENTER), np.nan)
    spread = np.where(np.outer(known, known), covariance(), np.nan)
    judged = tuple(judgements) or (Judgement.of(()),) * 4
    return PayloadEstimate(float(found[0]), found[1:], spread, judged)


def sweep(joint: int, orientation: int, *, recording: str = LOADED, round_: int = 1) -> SweepResidual:
    """One sweep there and back, each with a residual of its own."""
    number = 4 * JOINTS.index(joint) + orientation
    turned = np.radians(90.0 * (orientation - 1))
    across = np.array([[np.cos(turned), -np.sin(turned), 0.0], [np.sin(turned), np.cos(turned), 0.0]])
    middle = -90.0 if joint == JOINTS[0] else -40.0
    return SweepResidual(
        key=SweepKey(recording, joint, orientation, round_),
        joint_name=f"joint_{joint + 1}",
        low=float(np.radians(middle - 27.5)),
        high=float(np.radians(middle + 27.5)),
        speed=float(np.radians(3.0)),
        samples=2180 + 7 * number,
        rms=0.045 + 0.006 * ((3 * number) % 5),
        mean=0.012 * (-1.0) ** number,
        expected=0.05,
        mass_without=MASS + 0.0009 * (number - 4.5),
        center_without=np.asarray(CENTER) + 0.0002 * np.array([number - 4, 4 - number, (number % 3) - 1]),
        flange=np.vstack((across, [0.0, 0.0, 1.0])),
    )


def sweeps() -> tuple[SweepResidual, ...]:
    """Both joints in all four orientations."""
    return tuple(sweep(joint, orientation) for joint in JOINTS for orientation in ORIENTATIONS)


def steps() -> tuple[PayloadStep, ...]:
    """Mass, then x and y, then z."""
    keys = tuple(one.key for one in sweeps())
    return (
        PayloadStep(PayloadStage.MASS, estimate(known=(True, False, False, False)), keys, 0.061, (1, 2)),
        PayloadStep(PayloadStage.CENTER_XY, estimate(known=(True, True, True, False)), keys[4:6], 0.052),
        PayloadStep(PayloadStage.CENTER_Z, estimate(), keys[6:8], 0.057, (4,)),
    )


def gains(source: GainSource = GainSource.MANUFACTURER) -> GainCheck:
    """The two swept joints', as the data sheet has them."""
    std = 0.0 if source is GainSource.EXACT else 0.0173
    return GainCheck(
        source=source,
        joints=JOINTS,
        std=np.full(2, std),
        ratio_found=0.994,
        ratio_std=0.006,
        ratio_known_std=float(np.hypot(std, std)),
    )


def payload(
    *,
    method: PayloadMethod = PayloadMethod.JOINT,
    judgements: Sequence[Judgement] = (),
    leave_out: Sequence[SweepKey] = (),
    mark: Mark = Mark.VIRTUAL,
) -> PayloadResult:
    """A payload that can be used as it is, from sweeps without and with it in one visit."""
    out = tuple(leave_out)
    together = PayloadStep(PayloadStage.TOGETHER, estimate(), tuple(one.key for one in sweeps()), 0.055)
    told = estimate(judgements=judgements)
    return PayloadResult(
        robot=ROBOT,
        settings=PayloadSettings(method=method, leave_out=out),
        estimate=told,
        steps=steps() if method is PayloadMethod.THREE_STEP else (*steps(), together),
        sweeps=tuple(replace(one, is_used=one.key not in out) for one in sweeps()),
        reference=Reference(ReferenceKind.THIS_VISIT, (UNLOADED,), age_s=640.0, warmer_by=0.6),
        gains=gains(),
        compliance_source=ComplianceSource.TWIST,
        compliance=np.array([_NAN, 2.1e-5, 3.4e-5, _NAN, _NAN, _NAN]),
        recordings=(LOADED,),
        joint_names=tuple(joint.name for joint in load_robot(ROBOT).joints),
        residual=0.055,
        judgement=told.judgement,
        serial=SERIAL,
        power_on="7",
        recorded_at="2026-03-01T10:42:00+00:00",
        robot_seconds=322.0,
        software="torsion 0.1.0",
        created_at="2026-03-01T10:49:00+00:00",
        mark=mark,
    )


def uncertain() -> PayloadResult:
    """Usable mass, a centre that has to be repeated, an earlier reference of a colder arm, refused sweeps."""
    doubtful = (
        Judgement.of([Reason("payload-mass-by-gains", {"std": 0.03, "good": 0.02}, Verdict.USABLE)]),
        Judgement.of(()),
        Judgement.of(()),
        Judgement.of([Reason("payload-center-by-scatter", {"std": 12.0, "good": 3.0}, Verdict.REPEAT)]),
    )
    found = payload(judgements=doubtful)
    wide = replace(found.estimate, covariance=covariance(0.03, (0.004, 0.004, 0.012)))
    return replace(
        found,
        estimate=wide,
        reference=Reference(
            ReferenceKind.EARLIER_VISIT,
            (UNLOADED,),
            visit="cell-4-spring",
            age_s=41.0 * 86400.0,
            warmer_by=7.5,
        ),
        refused=(
            RefusedSweep(LOADED, 2, "payload-too-few-samples", 2),
            RefusedSweep(LOADED, 1, "no-unloaded-sweep"),
        ),
        compliance_source=ComplianceSource.ASSUMED,
        judgement=wide.judgement,
    )


def without_scale() -> PayloadResult:
    """Gains unknown and no known load: only the centre of mass."""
    nobody = Judgement.of([Reason("payload-gains-unknown", {}, Verdict.NOT_MEASURABLE)])
    fine = Judgement.of(())
    found = payload(judgements=(nobody, fine, fine, fine))
    told = replace(found.estimate, mass=_NAN, covariance=np.diag([_NAN, *(std**2 for std in CENTER_STD)]))
    return replace(
        found, estimate=told, gains=gains(GainSource.UNKNOWN), judgement=told.judgement, reference=None
    )


def one_direction() -> PayloadResult:
    """The paper's way: three steps, one direction, against the identified model."""
    found = payload(method=PayloadMethod.THREE_STEP)
    settings = replace(found.settings, directions=Directions.FORWARD)
    model = Reference(ReferenceKind.MODEL, model="identification-001")
    return replace(found, settings=settings, reference=model)


def dynamic() -> PayloadResult:
    """All ten parameters from a pair of excitation runs; no sweeps."""
    inertia = np.array([MASS, *(MASS * np.asarray(CENTER)), 0.0561, 0.0017, -0.0216, 0.0652, 0.0041, 0.0113])
    rms = np.array([0.08, 0.11, 0.09, 0.06, 0.05, 0.04])
    step = PayloadStep(PayloadStage.TOGETHER, estimate(), (), 1.4)
    return replace(
        payload(),
        settings=PayloadSettings(method=PayloadMethod.DYNAMIC),
        steps=(step,),
        sweeps=(),
        inertia=inertia,
        inertia_std=0.04 * np.abs(inertia) + 1e-4,
        predictions=(PayloadPrediction("run-loaded", rms, 10.0 * rms, "A"),),
        compliance_source=None,
        compliance=None,
        recordings=("run-loaded",),
        residual=1.4,
        reference=Reference(ReferenceKind.THIS_VISIT, ("run-unloaded",), age_s=300.0),
    )
