"""Systematic errors: none where the truth is of the fitted model, as large as the error where it is not."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.identification import identify as identifying
from core.identification.identify import identify
from core.identification.result_of_fit import Fit
from core.identification.settings import (
    DATA_SHEET_GAIN_STD,
    FrictionKind,
    GainSource,
    IdentificationSettings,
)
from core.identification.synthetic import synthesize
from core.identification.systematic.estimate import RicherModel, TimeBlocks, of_differences, richer_model
from core.monitor import NullMonitor
from core.payload.identify import reference_of
from core.quality import Verdict
from core.recording import FloatArray, Recording
from core.robot.library import load_robot
from core.robot.toml_format import parse_toml
from tests.two_bars import two_bars

ARM = parse_toml(two_bars(elbow_alpha_deg=90.0))
SEED = 3


@pytest.fixture(scope="module")
def runs() -> dict[str, Recording]:
    return {label: synthesize(ARM, seed=SEED, duration_s=20.0, label=label) for label in ("one", "two")}


def fitted(runs: dict[str, Recording], friction: FrictionKind, monkeypatch: pytest.MonkeyPatch) -> Fit:
    """The fit that an identification ends with."""
    seen: list[Fit] = []
    loops = identifying.run_loops
    monkeypatch.setattr(
        identifying, "run_loops", lambda *given, **more: seen.append(loops(*given, **more)) or seen[-1]
    )
    identify(runs, ARM, fit=tuple(runs), settings=IdentificationSettings(friction=friction))
    return seen[-1]


def with_torque(model: RicherModel, parameters: FloatArray) -> RicherModel:
    """The same motion with the torque that these parameters of the richer model (P,) give."""
    grams = []
    for gram, places in zip(model.sums.grams, model.sums.places, strict=True):
        own, changed = parameters[places], gram.copy()
        changed[:, :-1, -1] = changed[:, -1, :-1] = gram[:, :-1, :-1] @ own
        changed[:, -1, -1] = np.einsum("i,gij,j->g", own, gram[:, :-1, :-1], own)
        grams.append(changed)
    return replace(model, sums=replace(model.sums, grams=tuple(grams)))


@pytest.mark.parametrize("friction", [FrictionKind.LOAD_DEPENDENT, FrictionKind.STRIBECK])
def test_an_error_is_none_where_the_model_is_true_and_is_seen_where_gears_bend(
    runs: dict[str, Recording], friction: FrictionKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = fitted(runs, friction, monkeypatch)
    model = richer_model(done.rows, done.estimate.estimate, monitor=NullMonitor())
    weight = 1.0 / done.estimate.joint_std**2
    truth = np.zeros(model.sums.size)
    truth[model.fitted] = done.estimate.estimate
    none = of_differences(with_torque(model, truth), weight)
    scale = done.estimate.std
    assert np.max(np.sqrt(np.diag(none)) / scale) < 1e-2
    # gears that bend by 2 mrad under 10 N·m, which only the last columns know
    truth[-ARM.joint_count :] = 2e-4
    bent = with_torque(model, truth)
    every = np.ones(model.sums.rows.shape[0])
    error = bent.sums.chosen(model.fitted).fit(every, weight) - done.estimate.estimate
    seen = np.sqrt(np.diag(of_differences(bent, weight)))
    base = slice(0, done.rows.plan.base_count)
    noticed = np.abs(error[base]) > 1e-4 * np.abs(done.estimate.estimate[base])
    assert np.count_nonzero(noticed) >= 3
    ratio = seen[base][noticed] / np.abs(error[base][noticed])
    assert np.all(ratio > 0.95)
    assert np.median(ratio) < 2.0


def test_gains_of_a_data_sheet_widen_every_parameter_and_no_verdict(runs: dict[str, Recording]) -> None:
    sheet = identify(runs, ARM, fit=["one"], validate=["two"])
    assert sheet.gain_source is GainSource.MANUFACTURER
    given = identify(
        runs, ARM, fit=["one"], validate=["two"], settings=IdentificationSettings(drive_gain=ARM.drive_gain)
    )
    assert sheet.systematic is not None
    assert given.systematic is not None
    assert given.systematic.gains is None
    assert sheet.systematic.gains is not None
    # the shares of the joints add up to the parameter, so their root sum of squares has a least size
    value = np.array([one.value for one in sheet.base_parameters])
    least = DATA_SHEET_GAIN_STD * np.abs(value) / np.sqrt(ARM.joint_count)
    assert np.all(np.sqrt(np.diag(sheet.systematic.gains))[: value.size] > 0.9 * least)
    np.testing.assert_allclose(sheet.covariance - sheet.systematic.gains, given.covariance, rtol=1e-9)
    codes = [
        {reason.code for reason in one.judgement.reasons if reason.verdict is not Verdict.GOOD}
        for one in (sheet, given)
    ]
    assert codes[0] == codes[1]
    # a payload's own unknown scales hold the error of the gains
    place = np.zeros((1, ARM.joint_count))
    doubts = [reference_of(one, ARM)[0](place, 0)[1] for one in (sheet, given)]
    np.testing.assert_allclose(doubts[0] @ doubts[0].T, doubts[1] @ doubts[1].T, rtol=1e-6)


def test_both_parts_add_up_and_are_those_of_the_covariance(runs: dict[str, Recording]) -> None:
    found = identify(runs, ARM, fit=["one", "two"])
    for place, one in enumerate(found.base_parameters):
        assert one.statistical is not None
        assert one.systematic is not None
        assert one.std == pytest.approx(np.hypot(one.statistical, one.systematic))
        assert one.std == pytest.approx(np.sqrt(found.covariance[place, place]))
        assert one.is_mostly_systematic == (one.systematic > one.statistical)
    friction = [one for joint in found.friction for one in joint.coefficients]
    every = [*found.base_parameters, *friction, *found.offsets]
    mostly = sum(one.is_mostly_systematic for one in every)
    told = [reason for reason in found.judgement.reasons if reason.code == "mostly-systematic"]
    assert [reason.facts["count"] for reason in told] == ([mostly] if mostly > len(every) / 2 else [])


def test_blocks_of_time_are_few_and_follow_each_other(runs: dict[str, Recording]) -> None:
    recordings = list(runs.values())
    blocks = TimeBlocks.of(recordings, block_s=0.1)
    found = np.concatenate([blocks.groups(number, one.time) for number, one in enumerate(recordings)])
    assert np.all(np.diff(found) >= 0)
    assert found[0] == 0
    assert found[-1] < blocks.count <= 30 + len(recordings)
    assert np.array_equal(np.unique(found), np.arange(found[-1] + 1))


def test_intervals_hold_the_truth_of_arms_of_another_making(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scatter alone does not: gears that bend repeat their error."""
    monkeypatch.syspath_prepend(str(repository / "tests" / "campaigns"))
    from _foreign_arm import ForeignArm, excitation

    robot = load_robot("szabo-3r")
    rated, size = np.array([60.0, 90.0, 30.0]), np.array([1.2, 1.0, 1.2])
    held, by_scatter = [], []
    for seed in (1, 2, 3):
        arm = ForeignArm(robot, rated=rated, seed=seed)
        runs = {
            f"run {number}": arm.record(
                excitation(3, seed=10 * seed + number, seconds=24.0, size=size), f"run {number}"
            )
            for number in range(2)
        }
        found = identify(
            runs, robot, fit=tuple(runs), settings=IdentificationSettings(drive_gain=arm.joints.gain)
        )
        base = find_base_parameters(robot, rotor_inertia=True)
        truth = base.values(np.concatenate([arm.links.ravel(), arm.joints.rotor]))
        for one, true in zip(found.base_parameters, truth.tolist(), strict=True):
            held.append(abs(one.value - true) < 1.96 * one.std)
            by_scatter.append(abs(one.value - true) < 1.96 * (one.statistical or 0.0))
    assert np.mean(held) >= 0.88
    assert np.mean(by_scatter) < 0.85
