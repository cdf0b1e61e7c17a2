"""Loops made of known parts: their lost motion, energy and stiffness come back; what is no line is none."""

import numpy as np
import pytest

from core.elasticity.locked_output import LOST_MOTION_SHARE, identify_locked_output
from core.elasticity.result import Elasticity, JointElasticity
from core.elasticity.settings import ElasticitySettings
from core.errors import BadRequest
from core.monitor import Cancelled, NullMonitor
from core.quality import Verdict
from core.recording import FloatArray, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.model import Joint, RobotModel

RATED = 100.0
NEAR = LOST_MOTION_SHARE * RATED
BENCH = RobotModel("bench", (Joint("gear", torque=RATED),), output_locked=True)
NO_GAIN_ERROR = ElasticitySettings(gain_std=0.0)
PLAYS = ((2e-5, 3.0), (1e-5, 8.0))
"""(rad/(N·m), N·m) of each play of a Prandtl-Ishlinskii loop: weight, half width."""
STRAIGHT = 7e-5
"""Compliance in rad/(N·m) without hysteresis."""
STIFFNESS = 1.0 / (STRAIGHT + sum(weight for weight, _ in PLAYS))
WIDTH = 2.0 * sum(weight * half for weight, half in PLAYS)


def ramps(amplitude: float, *, turns: tuple[float, ...], samples: int = 4000) -> FloatArray:
    """The load from none through all turns, which are shares of the amplitude."""
    corners = amplitude * np.array([0.0, *turns])
    way = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(corners)))])
    return np.interp(np.linspace(0.0, way[-1], samples), way, corners)


def steady(rounds: int = 2) -> tuple[float, ...]:
    """Up, so many times down and up again, and home."""
    return (1.0, *(-1.0, 1.0) * rounds, 0.0)


def twist_of(
    load: FloatArray, *, straight: float = STRAIGHT, plays: tuple[tuple[float, float], ...] = PLAYS
) -> FloatArray:
    """Prandtl-Ishlinskii: a straight part and plays, each unloaded at first."""
    twist = straight * load
    for weight, half in plays:
        state, states = 0.0, np.empty_like(load)
        for place, value in enumerate(load):
            state = min(max(state, value - half), value + half)
            states[place] = state
        twist = twist + weight * states
    return twist


def with_gap(load: FloatArray, twist: FloatArray, gap: float, *, over: float = 0.5) -> FloatArray:
    """The same with a backlash that is crossed where the load crosses none."""
    return twist + 0.5 * gap * np.clip(load / over, -1.0, 1.0)


def recorded(load: FloatArray, twist: FloatArray, *, label: str = "ramp", **more: object) -> Recording:
    columns = {Quantity.MOTOR_POSITION: twist[:, np.newaxis], Quantity.TORQUE: load[:, np.newaxis]}
    return Recording(label, np.arange(load.size) / 200.0, columns, **more)  # type: ignore[arg-type]


def analysed(*recordings: Recording, robot: RobotModel = BENCH) -> Elasticity:
    by_label = {recording.label: recording for recording in recordings}
    return identify_locked_output(by_label, robot, fit=list(by_label), settings=NO_GAIN_ERROR)


def gear(*recordings: Recording) -> JointElasticity:
    (joint,) = analysed(*recordings).joints
    return joint


def codes(joint: JointElasticity) -> list[str]:
    return [reason.code for reason in joint.judgement.reasons]


def loop_energy(amplitude: float) -> float:
    """Each play is a parallelogram: as wide as twice its half width, as high as its way."""
    return sum(weight * 2.0 * half * 2.0 * (amplitude - half) for weight, half in PLAYS)


def test_a_linear_gear_with_a_small_loop_has_a_stiffness() -> None:
    load = ramps(80.0, turns=steady())
    found = gear(recorded(load, twist_of(load)))
    assert found.stiffness is not None
    assert found.stiffness.value == pytest.approx(STIFFNESS, rel=0.01)
    assert found.stiffness.std < 0.01 * STIFFNESS
    assert found.branch_stiffness is None
    assert found.lost_motion is not None
    assert found.lost_motion.value == pytest.approx(WIDTH + 2.0 * NEAR / STIFFNESS, rel=0.02)
    assert found.hysteresis_energy is not None
    assert found.hysteresis_energy.value == pytest.approx(loop_energy(80.0), rel=0.02)
    assert (found.load_low, found.load_high) == pytest.approx((-80.0, 80.0), rel=0.02)
    assert found.judgement.verdict is Verdict.GOOD
    assert found.loop is not None
    line = np.polyfit(
        found.loop.load[np.isfinite(found.loop.load)], found.loop.line[np.isfinite(found.loop.line)], 1
    )
    assert 1.0 / line[0] == pytest.approx(found.stiffness.value)
    assert line[1] == pytest.approx(0.0, abs=0.02 * WIDTH)


def test_backlash_adds_to_the_lost_motion_and_leaves_the_stiffness() -> None:
    load, gap = ramps(80.0, turns=steady()), 1.5e-3
    twist = twist_of(load)
    tight, worn = gear(recorded(load, twist)), gear(recorded(load, with_gap(load, twist, gap)))
    assert tight.lost_motion is not None
    assert worn.lost_motion is not None
    assert worn.lost_motion.value - tight.lost_motion.value == pytest.approx(gap, rel=0.02)
    assert worn.stiffness is not None
    assert worn.stiffness.value == pytest.approx(STIFFNESS, rel=0.01)


def test_branches_of_one_ramp_are_joined_to_a_loop() -> None:
    """Up from no load, down, and home again: two halves of one way that meet."""
    load = ramps(80.0, turns=(1.0, -1.0, 1.0, -1.0, 0.0), samples=8000)
    twist = twist_of(load)
    begin = np.flatnonzero((load[1:] >= 0.0) & (load[:-1] < 0.0))[0]
    end = np.flatnonzero((load[1:] >= 0.0) & (load[:-1] < 0.0))[-1]
    cut = slice(begin + 1, None) if end == begin else slice(begin + 1, end + 1)
    found = gear(recorded(load[cut], twist[cut]))
    assert found.lost_motion is not None
    assert found.lost_motion.value == pytest.approx(WIDTH + 2.0 * NEAR / STIFFNESS, rel=0.02)


def test_the_first_loading_is_not_a_branch_of_the_loop() -> None:
    """The way up of a gear that was never loaded begins in the middle of the loop, not on it."""
    load = ramps(80.0, turns=(1.0, -1.0, 0.0))
    found = gear(recorded(load, twist_of(load, straight=0.0)))
    assert codes(found) == ["bench-no-loop"]
    assert found.judgement.verdict is Verdict.NOT_MEASURABLE
    assert found.lost_motion is None


def test_a_nonlinear_loop_gets_no_stiffness() -> None:
    """Hardening beyond half the load: softest and stiffest branch instead of one number."""
    load = ramps(80.0, turns=steady())
    hard = 50.0 * np.sign(load) * np.minimum(np.abs(load) / 50.0, 1.0) * 2e-4 + 5e-5 * load
    found = gear(recorded(load, hard + twist_of(load, straight=0.0)))
    assert found.stiffness is None
    assert found.branch_stiffness is not None
    softest, stiffest = found.branch_stiffness
    assert softest == pytest.approx(1.0 / (2e-4 + 5e-5 + 3e-5), rel=0.02)
    assert stiffest == pytest.approx(1.0 / (5e-5 + 3e-5), rel=0.02)
    (reason,) = found.judgement.reasons
    assert reason.code == "twist-not-a-line"
    assert reason.facts == {"joint": "gear", "softest": softest, "stiffest": stiffest}
    assert found.loop is not None
    assert np.isnan(found.loop.line).all()


def test_a_gear_stiffer_in_one_direction_is_nonlinear() -> None:
    load = ramps(80.0, turns=steady())
    found = gear(recorded(load, np.where(load > 0.0, 1.4, 1.0) * 1e-4 * load))
    assert found.branch_stiffness == pytest.approx((1e4 / 1.4, 1e4), rel=0.01)


@pytest.mark.parametrize("seed", range(5))
def test_noise_and_repetition_are_in_the_standard_deviation(seed: int) -> None:
    random = np.random.default_rng(seed)
    made = []
    for number in range(4):
        load = ramps(80.0, turns=steady(1))
        twist = twist_of(load) * (1.0 + 0.02 * random.normal()) + 2e-5 * random.normal(size=load.size)
        made.append(recorded(load + 0.5 * random.normal(size=load.size), twist, label=f"r{number}"))
    found = gear(*made)
    assert found.stiffness is not None
    assert abs(found.stiffness.value - STIFFNESS) < 3.0 * found.stiffness.std
    assert 0.003 < found.stiffness.std / STIFFNESS < 0.06
    assert found.lost_motion is not None
    expected = WIDTH + 2.0 * NEAR / STIFFNESS
    assert abs(found.lost_motion.value - expected) < 3.0 * found.lost_motion.std + 0.02 * expected
    assert found.rms_explained < 0.1 * found.rms_raw


def test_gain_uncertainty_is_in_every_scaled_quantity() -> None:
    load = ramps(80.0, turns=steady())
    recording = recorded(load, twist_of(load))
    found = identify_locked_output({"ramp": recording}, BENCH, fit=["ramp"])
    assert found.gain_std == ElasticitySettings().gain_std
    (joint,) = found.joints
    assert joint.stiffness is not None
    assert joint.stiffness.std >= found.gain_std * joint.stiffness.value
    sensed = recorded(load, twist_of(load), torque_kind=TorqueKind.LINK_SENSOR)
    assert identify_locked_output({"ramp": sensed}, BENCH, fit=["ramp"]).gain_std == 0.0


def test_small_loops_give_backlash_and_no_stiffness() -> None:
    load = ramps(12.0, turns=steady())
    found = gear(recorded(load, with_gap(load, twist_of(load), 4e-3)))
    assert found.lost_motion is not None
    assert found.stiffness is None
    assert found.branch_stiffness is None
    assert codes(found) == ["bench-mostly-play"]


def test_too_small_a_load_is_reported_with_the_needed_load() -> None:
    load = ramps(5.0, turns=steady())
    (reason,) = gear(recorded(load, twist_of(load))).judgement.reasons
    assert reason.code == "bench-load-too-small"
    assert reason.facts["needed"] == pytest.approx(9.0)


@pytest.mark.parametrize("turns", [(1.0, 0.2, 1.0, 0.2), (1.0,), (0.0,)])
def test_torque_of_one_sign_gives_no_loop(turns: tuple[float, ...]) -> None:
    load = ramps(80.0, turns=turns)
    assert codes(gear(recorded(load, twist_of(load)))) == ["bench-no-loop"]


def test_signs_and_zeros_are_those_of_the_description() -> None:
    load = ramps(80.0, turns=steady())
    turned = RobotModel(
        "b", (Joint("gear", torque=RATED, reported_sign=-1, reported_zero=0.3),), output_locked=True
    )
    (joint,) = analysed(recorded(-load, -twist_of(load)), robot=turned).joints
    assert joint.stiffness is not None
    assert joint.stiffness.value == pytest.approx(STIFFNESS, rel=0.01)


def test_a_link_encoder_removes_the_clamp_compliance() -> None:
    """If the clamp yields and the link encoder measures it, only the twist of the gear counts."""
    load = ramps(80.0, turns=steady())
    clamp = 3e-5 * load
    recording = recorded(load, twist_of(load) + clamp)
    columns = {**recording.columns, Quantity.LINK_POSITION: clamp[:, np.newaxis]}
    found = gear(Recording("ramp", recording.time, columns))
    assert found.stiffness is not None
    assert found.stiffness.value == pytest.approx(STIFFNESS, rel=0.01)


def test_result_names_its_provenance() -> None:
    load = ramps(80.0, turns=steady())
    origin = Origin(serial="S1", power_on="p", recorded_at="2026-01-01")
    found = analysed(recorded(load, twist_of(load), origin=origin))
    assert (found.robot, found.recordings, found.serial) == ("bench", ("ramp",), "S1")
    assert (found.power_on, found.recorded_at, found.model) == ("p", "2026-01-01", "")
    assert found.created_at


def test_invalid_requests_are_refused() -> None:
    load = ramps(80.0, turns=steady())
    recording = recorded(load, twist_of(load))
    free = RobotModel("free", (Joint("gear", torque=RATED),))
    for robot, fit, code in (
        (free, ["ramp"], "output-not-locked"),
        (BENCH, [], "nothing-to-fit"),
        (BENCH, ["other"], "unknown-recording"),
        (load_robot("gear-bench"), ["two"], "joint-count-differs"),
    ):
        wide = {quantity: np.hstack([column, column]) for quantity, column in recording.columns.items()}  # type: ignore[list-item]
        recordings = {"ramp": recording, "two": Recording("two", recording.time, wide)}
        with pytest.raises(BadRequest, match=code):
            identify_locked_output(recordings, robot, fit=fit)


def test_identification_can_be_cancelled() -> None:
    class Stopping(NullMonitor):
        def check(self) -> None:
            raise Cancelled

    load = ramps(80.0, turns=steady())
    with pytest.raises(Cancelled):
        identify_locked_output(
            {"ramp": recorded(load, twist_of(load))}, BENCH, fit=["ramp"], monitor=Stopping()
        )
