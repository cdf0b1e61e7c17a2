"""Verdicts: what each finding does to them, and that none is silently forgiven."""

import numpy as np
import pytest

from core.estimation import InMemoryRows, WeightedLeastSquares
from core.estimation.estimate import Estimate
from core.identification.judgement import model_judgement, parameter_judgement
from core.identification.result import Validation
from core.quality import Verdict
from core.recording import Quantity, Recording

JOINTS = ("shoulder", "elbow")


@pytest.fixture(scope="module")
def estimate() -> Estimate:
    random = np.random.default_rng(4)
    regressor = random.normal(size=(600, 2, 3))
    target = regressor @ np.array([1.0, 2.0, 3.0]) + 0.01 * random.normal(size=(600, 2))
    return WeightedLeastSquares().fit(InMemoryRows(regressor, target, ("a", "b", "c"), np.arange(600) // 20))


def _recording(duration_s: float = 60.0) -> Recording:
    time = np.linspace(0.0, duration_s, 100)
    return Recording("run", time, {Quantity.POSITION: np.zeros((100, 2))})


def _validation(
    error: float,
    *,
    joints: tuple[float, float] | None = None,
    used: bool = False,
    moving: float = 1.0,
    unexplained: tuple[float, float] | None = None,
) -> Validation:
    return Validation(
        recording="fitted" if used else "held out",
        used_in_fit=used,
        sample_count=1000,
        rms_torque=np.ones(2),
        rms_current=None,
        relative_error=np.array(joints or (error, error)),
        total_rms_torque=1.4,
        total_rms_current=None,
        total_relative_error=error,
        moving_rms_torque=np.full(2, moving),
        moving_relative_error=error if moving else float("inf"),
        weighted_relative_error=error,
        unexplained=None if unexplained is None else np.array(unexplained),
    )


def _judge(estimate: Estimate, *held_out: Validation, **changes: object) -> tuple[Verdict, set[str]]:
    arguments = {
        "fitted": [_recording()],
        "validation": [_validation(0.02, used=True), *held_out],
        "open_torque": 0.005,
        "joints": JOINTS,
        **changes,
    }
    judgement = model_judgement(estimate, **arguments)
    return judgement.verdict, {reason.code for reason in judgement.reasons}


def test_a_validated_model_is_good(estimate: Estimate) -> None:
    assert _judge(estimate, _validation(0.025)) == (Verdict.GOOD, set())


@pytest.mark.parametrize(
    ("error", "verdict"), [(0.05, Verdict.USABLE), (0.15, Verdict.REPEAT), (0.5, Verdict.REPEAT)]
)
def test_verdict_follows_the_held_out_motion(estimate: Estimate, error: float, verdict: Verdict) -> None:
    found, codes = _judge(estimate, _validation(error))
    assert found is verdict
    assert "does-not-generalise" in codes


def test_one_bad_joint_lowers_the_verdict(estimate: Estimate) -> None:
    verdict, codes = _judge(estimate, _validation(0.025, joints=(0.02, 0.4)))
    assert (verdict, codes) == (Verdict.USABLE, {"joint-off-on-held-out-motion"})
    assert _judge(estimate, _validation(0.025, joints=(0.02, 0.9)))[0] is Verdict.REPEAT


@pytest.mark.parametrize("worst", ["fitted", "held out"])
def test_a_joint_with_unexplained_torque_is_never_good(estimate: Estimate, worst: str) -> None:
    """The limit is absolute: an error that the fit has as well, of a reversed torque, counts."""
    fitted = _validation(0.02, used=True, unexplained=(0.02, 0.21 if worst == "fitted" else 0.19))
    fresh = _validation(0.02, unexplained=(0.19, 0.21 if worst == "held out" else 0.19))
    judgement = model_judgement(
        estimate, fitted=[_recording()], validation=[fitted, fresh], open_torque=0.005, joints=JOINTS
    )
    (reason,) = judgement.reasons
    assert (reason.code, judgement.verdict) == ("joint-unexplained", Verdict.USABLE)
    assert reason.facts["joints"] == ("elbow",)
    assert reason.facts["recording"] == worst


def test_a_joint_that_hardly_moves_may_stay_unexplained(estimate: Estimate) -> None:
    still = _validation(0.02, unexplained=(0.02, float("nan")))
    assert _judge(estimate, still) == (Verdict.GOOD, set())


def test_an_error_as_large_in_the_fit_is_no_excuse(estimate: Estimate) -> None:
    """Joint 4 of a real arm with its torque reversed: all of the torque is missed, in the fit too."""
    arguments = {"joints": (0.02, 1.0), "unexplained": (0.02, 1.0)}
    verdict, codes = _judge(
        estimate,
        validation=[_validation(0.03, used=True, **arguments), _validation(0.03, **arguments)],
    )
    assert verdict is Verdict.REPEAT
    assert codes == {"joint-off-on-held-out-motion", "joint-unexplained"}


def test_standing_still_is_no_validation(estimate: Estimate) -> None:
    verdict, codes = _judge(estimate, _validation(0.4, joints=(3.0, 3.0), moving=0.0))
    assert (verdict, codes) == (Verdict.USABLE, {"not-validated"})


@pytest.mark.parametrize(
    ("open_torque", "verdict"), [(0.01, Verdict.GOOD), (0.03, Verdict.USABLE), (0.2, Verdict.REPEAT)]
)
def test_torque_not_determined_by_the_motion_is_reported(
    estimate: Estimate, open_torque: float, verdict: Verdict
) -> None:
    assert _judge(estimate, _validation(0.02), open_torque=open_torque)[0] is verdict
    assert _judge(estimate, _validation(0.02), open_torque=float("nan"))[0] is Verdict.REPEAT


def test_short_motion_and_link_sensors_are_named(estimate: Estimate) -> None:
    assert _judge(estimate, _validation(0.02), fitted=[_recording(5.0)])[1] == {"short-motion"}
    assert _judge(estimate, _validation(0.02), behind_gear=True)[1] == {"friction-behind-sensor"}


@pytest.mark.parametrize(
    ("value", "std", "effect", "verdict"),
    [
        (10.0, 0.5, 1.0, Verdict.GOOD),
        (10.0, 1.5, 1.0, Verdict.USABLE),
        (10.0, 5.0, 0.01, Verdict.USABLE),
        (10.0, 5.0, 1.0, Verdict.REPEAT),
        (10.0, 5.0, None, Verdict.REPEAT),
        (10.0, 9.9, 1.0, Verdict.REPEAT),
        (10.0, 10.1, 1.0, Verdict.NOT_MEASURABLE),
        (10.0, 10.1, 0.01, Verdict.NOT_MEASURABLE),
        (0.0, 0.1, 0.01, Verdict.NOT_MEASURABLE),
        (10.0, float("inf"), 0.0, Verdict.NOT_MEASURABLE),
    ],
)
def test_a_parameter_is_judged_by_interval_and_torque_contribution(
    value: float, std: float, effect: float | None, verdict: Verdict
) -> None:
    assert parameter_judgement(value, std, effect=effect).verdict is verdict
