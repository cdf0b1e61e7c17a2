"""The twist against loads of a model whose own motion determined them too little, or well enough."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from app.errors.text import reason_text
from core.elasticity.identify import identify_elasticity
from core.elasticity.result import Elasticity
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.synthetic import synthesize, synthetic_arm
from core.quality import Verdict
from core.recording import LinkPosition, Quantity, Recording
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot

ROBOT = load_robot("ec66")
ARM = synthetic_arm(ROBOT, seed=1)
STIFFNESS = 2e4
SWINGING = (1, 2)
RATE_HZ = 250.0


def with_both_encoders(recording: Recording, position: np.ndarray) -> Recording:
    """The same arm with springs of one stiffness behind its motors."""
    time, random = np.asarray(recording.time), np.random.default_rng(0)
    velocity = np.gradient(position, time, axis=0)
    acceleration = np.gradient(velocity, time, axis=0)
    load = inverse_dynamics(ROBOT, position, velocity, acceleration, parameters=ARM.parameters)
    friction = 5.0 * np.tanh(velocity / 0.01) + 3.0 * velocity
    torque = load + ARM.rotor_inertia * acceleration + friction + 0.1 * random.normal(size=load.shape)
    motor = position + 1e-5 * random.normal(size=load.shape)
    link = position - load / STIFFNESS + 1e-5 * random.normal(size=load.shape)
    columns = {
        Quantity.POSITION: ROBOT.position_as_reported(motor),
        Quantity.MOTOR_POSITION: ROBOT.position_as_reported(motor),
        Quantity.LINK_POSITION: ROBOT.position_as_reported(link),
        Quantity.TORQUE: ROBOT.reported_sign * torque,
    }
    return replace(recording, columns=columns)


@pytest.fixture(scope="module")
def runs() -> Mapping[str, Recording]:
    rich = synthesize(ROBOT, seed=1, duration_s=30.0, label="rich", rate_hz=RATE_HZ)
    reported = np.asarray(rich.columns[Quantity.POSITION])
    time = np.arange(0.0, 30.0, 1.0 / RATE_HZ)
    swing = np.zeros((time.size, ROBOT.joint_count))
    for number, joint in enumerate(SWINGING):
        period = 10.0 * (1.0 + 0.37 * number)
        swing[:, joint] = 0.8 * np.clip(time / 2.0, 0.0, 1.0) ** 3 * np.sin(2.0 * np.pi * time / period)
    poor = replace(rich, label="poor", time=time)
    return {
        "rich": with_both_encoders(rich, ROBOT.reported_sign * reported + ROBOT.reported_zero),
        "poor": with_both_encoders(poor, swing),
    }


def analysed(runs: Mapping[str, Recording], *, model_of: str) -> tuple[IdentificationResult, Elasticity]:
    model = identify(runs, ROBOT, fit=(model_of,))
    return model, identify_elasticity(runs, ROBOT, model, fit=("poor",))


def test_loads_that_the_models_motion_leaves_open_give_a_reason_and_no_stiffness(
    runs: Mapping[str, Recording],
) -> None:
    """Joints swing one by one: their friction and the loads of the others are anything."""
    model, found = analysed(runs, model_of="poor")
    assert "columns-undetermined" in {reason.code for reason in model.judgement.reasons}
    for joint in found.joints:
        assert joint.stiffness is None
        assert joint.backlash is None
        reason = next(one for one in joint.judgement.reasons if one.verdict is Verdict.NOT_MEASURABLE)
        assert reason.code == "twist-load-unknown"
        assert 0.03 < float(str(reason.facts["share"])) <= 1.0
        assert "identify" in reason_text(reason)
    assert found.judgement.verdict is Verdict.NOT_MEASURABLE


def test_a_model_of_rich_motion_gives_the_stiffness_of_the_same_recording(
    runs: Mapping[str, Recording],
) -> None:
    _, found = analysed(runs, model_of="rich")
    codes = {reason.code for joint in found.joints for reason in joint.judgement.reasons}
    assert "twist-load-unknown" not in codes
    elbow = found.joints[2]
    assert elbow.stiffness is not None
    assert abs(elbow.stiffness.value - STIFFNESS) < 2.0 * elbow.stiffness.std < 0.1 * STIFFNESS


def test_a_link_position_that_the_controller_computes_gives_its_constant_alone(
    runs: Mapping[str, Recording],
) -> None:
    """Play, hysteresis and ripple of such a twist would be artefacts of the torque."""
    columns = runs["poor"].columns
    motor, torque = (np.asarray(columns[one]) for one in (Quantity.MOTOR_POSITION, Quantity.TORQUE))
    computed = {**columns, Quantity.LINK_POSITION: motor - torque / STIFFNESS}
    model = identify(runs, ROBOT, fit=("rich",))
    recordings = {"poor": replace(runs["poor"], columns=computed)}
    found = identify_elasticity(recordings, ROBOT, model, fit=("poor",))
    for joint in found.joints:  # those at rest as well: the electronics are the same
        assert joint.link_position is LinkPosition.COMPUTED
        assert [reason.code for reason in joint.judgement.reasons] == ["twist-link-computed"]
        assert joint.judgement.verdict is Verdict.NOT_MEASURABLE
        parts = (joint.backlash, joint.hysteresis_width, joint.hysteresis_energy, joint.loop, joint.spectrum)
        assert parts == (None,) * 5
        assert joint.ripple == ()
    assert found.judgement.verdict is Verdict.NOT_MEASURABLE
