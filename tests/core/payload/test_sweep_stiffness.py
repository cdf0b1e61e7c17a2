"""Gears that bend in payload sweeps: who tells by how much, and a payload from nothing but their twist."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from core.errors import NotIdentifiable
from core.monitor import NullMonitor
from core.payload.measured_twist import SeenTwist, hysteresis_reasons, hysteresis_share, seen_twist
from core.payload.settings import (
    ComplianceKnowledge,
    ComplianceSource,
    GainKnowledge,
    PayloadMethod,
    PayloadSettings,
)
from core.payload.strokes import find_sweeps
from core.payload.unknowns import assumed_compliance
from core.quality import Verdict
from core.recording import Quantity, Recording
from tests.core.payload.sweep_examples import (
    EC66,
    GAO_LOAD,
    KNOWN,
    Hung,
    MadeArm,
    both_runs,
    codes,
    deviations,
    errors,
    identified,
    noisy,
    sweep,
    ways,
)

RUN = ways(speed=20.0)
COMPLIANCE = 1e-5 * np.array([4.5, 6.0, 7.5, 25.0, 25.0, 25.0])
WEIGHED = Hung(2.468, (0.0, 0.05, 0.0))
DEFLECTION = PayloadSettings(method=PayloadMethod.DEFLECTION)
SIGMAS = 3.5


def told(*, wrong: float = 0.0, std: float = 0.0) -> ComplianceKnowledge:
    """Stiffness from an earlier measurement, off by a share, known to a share."""
    return ComplianceKnowledge(ComplianceSource.TWIST, (1.0 + wrong) * COMPLIANCE, std * COMPLIANCE)


@cache
def open_runs() -> tuple[Recording, ...]:
    """Recordings of an arm with motor and link encoders."""
    arm = MadeArm(friction=3.0, load_friction=0.02, compliance=COMPLIANCE, has_link_encoders=True)
    return (*both_runs(arm, RUN), sweep(arm, RUN, label=KNOWN, load=WEIGHED))


def closed(run: Recording) -> Recording:
    """The same recording from a controller that has motor encoders only."""
    kept = (Quantity.POSITION, Quantity.TORQUE)
    return replace(run, columns={name: run.columns[name] for name in kept})


def test_ignoring_gear_compliance_biases_the_payload() -> None:
    runs = [closed(run) for run in open_runs()[:2]]
    off = errors(identified(*runs))
    assert off[0] > 0.008
    assert np.abs(off[1:]).max() > 0.0005


@pytest.mark.parametrize(
    ("compliance", "source"),
    [
        (told(wrong=0.02, std=0.03), ComplianceSource.TWIST),
        (told(wrong=0.02, std=0.03), ComplianceSource.LINK_ENCODER),
        (None, ComplianceSource.ASSUMED),
        (None, ComplianceSource.LINK_ENCODER),
    ],
)
def test_every_compliance_source_removes_the_bias(
    compliance: ComplianceKnowledge | None, source: ComplianceSource
) -> None:
    sees_links = source is ComplianceSource.LINK_ENCODER
    runs = [run if sees_links else closed(run) for run in open_runs()[:2]]
    found = identified(*runs, seed=3, compliance=compliance)
    assert found.compliance_source is source
    assert found.judgement.verdict == "good"
    assert (np.abs(errors(found)) <= SIGMAS * deviations(found)).all()
    assert abs(errors(found)[0]) < 0.01
    assert np.abs(errors(found)[1:]).max() < 0.002


def test_link_encoders_correct_a_wrong_stiffness() -> None:
    """Twice too stiff: the motor side alone is led astray, link encoders are not."""
    half = np.array([1.0, 0.5, 0.5, 1.0, 1.0, 1.0]) * COMPLIANCE
    wrong = ComplianceKnowledge(ComplianceSource.TWIST, half, np.zeros(6))
    by_motor, by_link = (
        [errors(identified(*runs, seed=3, compliance=stiffness)) for stiffness in (wrong, told())]
        for runs in ([closed(run) for run in open_runs()[:2]], open_runs()[:2])
    )
    assert abs(by_motor[0] - by_motor[1])[0] > 0.004
    np.testing.assert_allclose(by_link[0], by_link[1], atol=1e-6)
    found = identified(*open_runs()[:2], seed=3, compliance=wrong).compliance
    assert found is not None
    np.testing.assert_allclose(found[1:3], COMPLIANCE[1:3], rtol=0.05)


def test_a_weighed_load_determines_the_stiffness() -> None:
    runs = [closed(run) for run in open_runs()]
    found = identified(*runs, seed=3, compliance=None, known=WEIGHED)
    assert found.compliance_source is ComplianceSource.REFERENCE_LOAD
    assert (np.abs(errors(found)) <= SIGMAS * deviations(found)).all()
    assert found.compliance is not None
    typical = assumed_compliance(EC66.torque_limit)
    nearer = np.abs(found.compliance - COMPLIANCE) < np.abs(typical.compliance - COMPLIANCE)
    assert nearer[1]  # the third joint's is told no better than a typical gear's by so light a load


def test_a_typical_gear_stiffness_has_a_large_std() -> None:
    typical = assumed_compliance(np.array([150.0, 28.0, np.inf, np.nan, 0.0]))
    np.testing.assert_allclose(typical.compliance[:2], [0.005 / 150.0, 0.005 / 28.0])
    assert (typical.std[:2] > 0.5 * typical.compliance[:2]).all()
    assert not typical.compliance[2:].any()
    assert not typical.std[2:].any()


def test_compliance_of_the_moving_joints_is_estimated_from_the_twist() -> None:
    strokes = [
        stroke
        for run in open_runs()[:2]
        for stroke in find_sweeps(noisy(run, seed=1), EC66, drive_gain=None, monitor=NullMonitor()).strokes
    ]
    twist = seen_twist(strokes, joint_count=6)
    assert twist is not None
    assert np.isnan(twist.compliance[[0, 3, 4, 5]]).all()
    found, std = twist.compliance[1:3], twist.std[1:3]
    assert (np.abs(found - COMPLIANCE[1:3]) <= SIGMAS * std).all()
    assert (std < 0.02 * COMPLIANCE[1:3]).all()
    for zero in twist.zero.values():
        np.testing.assert_allclose(zero[1:3], 0.0, atol=1e-5)
    assert seen_twist([replace(stroke, deflection=None) for stroke in strokes], joint_count=6) is None


def test_encoder_offsets_do_not_bias_the_payload() -> None:
    """The offset between the encoders changes at each power-on."""
    off = [
        replace(
            run,
            columns={**run.columns, Quantity.LINK_POSITION: run.columns[Quantity.LINK_POSITION] + by},
        )
        for run, by in zip(open_runs()[:2], (0.002, -0.003), strict=True)
    ]
    for settings in (PayloadSettings(), DEFLECTION):
        plain = identified(*open_runs()[:2], seed=2, compliance=told(std=0.02), settings=settings)
        moved = identified(*off, seed=2, compliance=told(std=0.02), settings=settings)
        np.testing.assert_allclose(errors(moved), errors(plain), atol=1e-4)


@pytest.mark.parametrize("wrong", [0.0, 0.02, -0.02])
def test_payload_is_found_from_the_twist_alone(wrong: float) -> None:
    """As well as the stiffness is known."""
    found = identified(*open_runs()[:2], seed=2, compliance=told(wrong=wrong, std=0.02), settings=DEFLECTION)
    assert (np.abs(errors(found)) <= SIGMAS * deviations(found)).all()
    assert errors(found)[0] == pytest.approx(-wrong * GAO_LOAD.mass, abs=0.02)
    assert np.abs(errors(found)[1:]).max() < 0.004
    assert deviations(found)[0] == pytest.approx(0.02 / np.sqrt(2.0) * GAO_LOAD.mass, rel=0.3)


def test_an_encoder_that_fails_for_a_moment_costs_the_twist_of_its_stroke_only() -> None:
    whole = open_runs()[1]
    stroke = find_sweeps(whole, EC66, drive_gain=None, monitor=NullMonitor()).strokes[0]
    link = np.array(whole.columns[Quantity.LINK_POSITION])
    link[np.searchsorted(whole.time, stroke.start + 0.5), stroke.joint] = np.nan
    runs = open_runs()[0], replace(whole, columns={**whole.columns, Quantity.LINK_POSITION: link})
    strokes = find_sweeps(runs[1], EC66, drive_gain=None, monitor=NullMonitor()).strokes
    assert [one.deflection is None for one in strokes] == [True] + [False] * (len(strokes) - 1)
    with pytest.raises(NotIdentifiable) as caught:
        identified(*runs, seed=2, compliance=told(std=0.02), settings=DEFLECTION)
    assert caught.value.code == "payload-no-twist"


def test_wrong_gains_do_not_bias_the_mass_from_the_twist() -> None:
    """They make the gears look stiffer or softer than they are, and that is counted."""
    factor = np.array([1.0, 1.1, 1.1, 1.0, 1.0, 1.0])
    off = [
        replace(run, columns={**run.columns, Quantity.TORQUE: run.columns[Quantity.TORQUE] * factor})
        for run in open_runs()[:2]
    ]
    found = identified(*off, seed=2, compliance=told(std=0.02), settings=DEFLECTION)
    assert abs(errors(found)[0]) < 0.05  # the twist itself needs no gains
    assert deviations(found)[0] > 0.1
    assert (np.abs(errors(found)) <= SIGMAS * deviations(found)).all()
    assert "payload-hysteresis" in codes(found)


def test_the_twist_without_stiffness_is_as_accurate_as_the_gains() -> None:
    found = identified(
        *open_runs()[:2],
        seed=2,
        compliance=None,
        gains=GainKnowledge.manufacturer(6),
        settings=DEFLECTION,
    )
    assert (np.abs(errors(found)) <= SIGMAS * deviations(found)).all()
    assert deviations(found)[0] > 0.03 / np.sqrt(6.0) * GAO_LOAD.mass


def test_twist_method_without_link_encoders_is_refused() -> None:
    with pytest.raises(NotIdentifiable) as caught:
        identified(*[closed(run) for run in open_runs()[:2]], settings=DEFLECTION)
    assert caught.value.code == "payload-no-twist"
    assert caught.value.facts == {"robot": "ec66"}


def test_hysteresis_is_named_where_it_matters() -> None:
    stiffness = ComplianceKnowledge(
        ComplianceSource.TWIST, np.array([np.nan, 1e-5, 1e-5, 0.0]), np.full(4, 1e-7)
    )
    twist = SeenTwist({}, np.array([1e-5, 0.9e-5, 1.02e-5, 1e-5]), np.full(4, 1e-8))
    np.testing.assert_allclose(hysteresis_share(twist, stiffness), [0.0, -0.1, 0.02, 0.0])
    (reason,) = hysteresis_reasons(twist, stiffness, (0, 1, 2))
    assert reason.code == "payload-hysteresis"
    assert reason.verdict is Verdict.USABLE
    assert reason.facts == {"joint": 2, "percent": pytest.approx(10.0)}
    found = identified(*open_runs()[:2], seed=2, compliance=told(wrong=0.1, std=0.1), settings=DEFLECTION)
    assert "payload-hysteresis" in codes(found)
