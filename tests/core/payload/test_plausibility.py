"""A payload is weighed against the rated load and the set-up: absurd results are never *usable*."""

from dataclasses import replace

import numpy as np
import pytest

from core.identification.synthetic import synthesize, synthetic_arm
from core.payload.dynamic.identify import identify_payload_dynamically
from core.payload.plausibility import (
    MUCH_WARMER_K,
    OLD_S,
    WARMER_K,
    beyond_known,
    compared_instead,
    reference_reasons,
)
from core.payload.result import PayloadEstimate, PayloadResult, Reference, ReferenceKind
from core.quality import Verdict
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from core.robot.model import PayloadLimit, RobotModel

HERE = Reference(ReferenceKind.THIS_VISIT, ("empty",), age_s=600.0, warmer_by=0.5)
EARLIER = replace(HERE, kind=ReferenceKind.EARLIER_VISIT, visit="spring", age_s=86400.0)


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return load_robot("ur10e")


def estimate(mass: float, std: float) -> PayloadEstimate:
    return PayloadEstimate(mass, np.zeros(3), np.diag([std**2, 1e-6, 1e-6, 1e-6]))


@pytest.mark.parametrize(
    ("mass", "std", "code"),
    [
        (33.5, 0.5, "payload-beyond-rated"),
        (13.5, 0.2, None),  # arms are overloaded a little
        (16.0, 2.0, None),  # may be within
        (-4.0, 0.1, None),
    ],
)
def test_a_mass_beyond_the_rated_load_is_told(
    robot: RobotModel, mass: float, std: float, code: str | None
) -> None:
    found = beyond_known(estimate(mass, std), robot)
    assert [reason.code for reason in found] == ([code] if code else [])
    assert all(reason.verdict is Verdict.REPEAT for reason in found)


def test_without_a_rated_load_the_arm_itself_is_the_measure(robot: RobotModel) -> None:
    unrated = replace(robot, payload_limit=PayloadLimit())
    assert beyond_known(estimate(25.0, 0.5), unrated) == ()
    (reason,) = beyond_known(estimate(33.5, 0.5), unrated)
    assert reason.code == "payload-beyond-arm"
    bare = replace(unrated, inertial_parameters=None)
    assert beyond_known(estimate(33.5, 0.5), bare) == ()


def test_without_a_rated_load_the_result_says_what_was_compared(robot: RobotModel) -> None:
    unrated = replace(robot, payload_limit=PayloadLimit())
    result = measured(unrated, factor=1.0)
    said = {reason.code: reason for reason in result.judgement.reasons}
    assert robot.inertial_parameters is not None
    arm = robot.inertial_parameters[:, 0].sum()
    assert said["payload-compared-with-arm"].facts["arm"] == pytest.approx(arm, rel=0.01)
    assert said["payload-compared-with-arm"].verdict is Verdict.GOOD
    bare = replace(unrated, inertial_parameters=None)
    assert [one.code for one in compared_instead(bare)] == ["payload-compared-with-nothing"]
    assert compared_instead(robot) == ()


def measured(
    robot: RobotModel, *, factor: float, limit: float = 1.0, loaded_factor: float = 1.0
) -> PayloadResult:
    """3.2 kg from two excitation runs whose currents are ``factor`` times too large.

    Those of joint 2 with the load are cut off at ``limit`` times their largest; all of them with the load are
    ``loaded_factor`` times as large once more.
    """
    arm = synthetic_arm(robot, seed=3)
    loaded = arm.parameters.copy()
    loaded[-1] += [3.2, 0.0, 0.0, 3.2 * 0.1, 3.2 * 0.01, 0.0, 3.2 * 0.01, 0.0, 0.0, 0.002]
    arms = {"free": arm, "load": replace(arm, parameters=loaded)}

    def scaled(run: Recording) -> Recording:
        current = factor * np.asarray(run.columns[Quantity.CURRENT])
        return replace(run, columns={**run.columns, Quantity.CURRENT: current}, payload_mass=None)

    runs = {
        label: scaled(synthesize(robot, seed=3, duration_s=20.0, label=label, arm=one))
        for label, one in arms.items()
    }
    current = np.array(runs["load"].columns[Quantity.CURRENT])
    most = limit * np.abs(current[:, 1]).max()
    current[:, 1] = np.clip(current[:, 1], -most, most)
    current *= loaded_factor
    runs["load"] = replace(runs["load"], columns={**runs["load"].columns, Quantity.CURRENT: current})
    return identify_payload_dynamically(runs, robot, unloaded=["free"], loaded=["load"])


@pytest.mark.parametrize("factor", [1.2, 1e-3])
def test_torques_of_another_scale_with_the_load_are_the_first_reason(
    robot: RobotModel, factor: float
) -> None:
    wrong = measured(robot, factor=1.0, loaded_factor=factor)
    first = wrong.judgement.reasons[0]
    assert first.code == "payload-other-scale"
    assert first.facts["recording"] == "load"
    assert first.facts["factor"] == pytest.approx(factor, rel=0.05, abs=2e-3)
    assert wrong.estimate.judgements[0].verdict in {Verdict.REPEAT, Verdict.NOT_MEASURABLE}


def test_torques_cut_off_with_the_load_are_the_first_reason(robot: RobotModel) -> None:
    cut = measured(robot, factor=1.0, limit=0.7)
    assert cut.judgement.reasons[0].code == "torque-saturated"
    assert cut.judgement.reasons[0].facts["recording"] == "load"
    assert cut.judgement.verdict is Verdict.REPEAT


def test_an_effort_in_another_unit_is_the_first_reason(robot: RobotModel) -> None:
    assert robot.drive_gain is not None
    sound = measured(robot, factor=1.0)
    assert sound.estimate.mass == pytest.approx(3.2, abs=0.4)
    assert "unseen-gain" in {one.code for one in sound.unseen}
    codes = {reason.code for reason in sound.judgement.reasons}
    assert not {code for code in codes if code.startswith(("effort", "payload-beyond"))}
    wrong = measured(robot, factor=float(robot.drive_gain.mean()))
    assert [reason.code for reason in wrong.judgement.reasons[:2]] == ["effort-unit", "payload-beyond-rated"]
    assert wrong.judgement.reasons[0].facts["unit"] == "N·m"
    assert wrong.judgement.verdict is Verdict.REPEAT
    assert {one.verdict for one in wrong.estimate.judgements} == {Verdict.REPEAT}
    assert wrong.steps[-1].estimate.judgements[0].verdict is Verdict.REPEAT


def told(reference, *, arm_is_known=True):
    return [(one.code, one.verdict) for one in reference_reasons(reference, arm_is_known=arm_is_known)]


def test_a_recent_reference_at_equal_temperature_gives_no_warning():
    assert told(HERE) == []
    assert told(EARLIER) == []


@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("reference", [HERE, EARLIER])
def test_temperature_differences_of_either_sign_count_in_every_visit(reference, sign):
    def warmer(kelvin):
        return told(replace(reference, warmer_by=sign * kelvin))

    assert warmer(0.9 * WARMER_K) == []
    assert warmer(1.1 * WARMER_K) == [("payload-reference-warmth", Verdict.USABLE)]
    assert warmer(1.1 * MUCH_WARMER_K) == [("payload-reference-warmth", Verdict.REPEAT)]


def test_only_an_earlier_visit_must_state_temperature_and_arm():
    unsaid = float("nan")
    assert told(replace(HERE, warmer_by=unsaid), arm_is_known=False) == []
    assert told(replace(EARLIER, warmer_by=unsaid), arm_is_known=False) == [
        ("payload-reference-warmth-unknown", Verdict.USABLE),
        ("payload-reference-serial-unknown", Verdict.USABLE),
    ]


def test_an_old_reference_is_reported_with_its_age_in_days():
    (reason,) = reference_reasons(replace(EARLIER, age_s=1.5 * OLD_S), arm_is_known=True)
    assert (reason.code, reason.facts) == ("payload-reference-old", {"days": 45})
    assert told(replace(EARLIER, age_s=float("nan"))) == []


def test_a_model_reference_gives_no_warning():
    assert told(Reference(ReferenceKind.MODEL, model="identification-001"), arm_is_known=False) == []
