"""The friction model and the cut-off chosen by data: the simplest that predicts left-out motion."""

from dataclasses import replace

import numpy as np
import pytest

from core.base_parameters import find_base_parameters
from core.exchange.import_recording import import_recording
from core.friction.models import FORMS
from core.identification.choosing.choose import BLOCKS, Folds, chosen, folds_of, lowest_cutoff
from core.identification.choosing.result import Choice
from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import CHOSEN_BY_DATA, FrictionKind, IdentificationSettings
from core.identification.synthetic import SyntheticArm, synthesize, synthetic_arm
from core.recording import FloatArray, Quantity, Recording
from core.robot.library import load_robot
from core.robot.toml_format import parse_toml
from tests.core.identification.test_real_arms import UR10E_FITTED, UR10E_HELD_OUT, UR10E_ROWS
from tests.two_bars import two_bars

ARM = parse_toml(two_bars(elbow_alpha_deg=90.0))


def _plain_arm() -> SyntheticArm:
    """An arm whose gears have Coulomb and viscous friction alone."""
    arm = synthetic_arm(ARM, seed=1)
    none = np.zeros(ARM.joint_count)
    return replace(arm, stribeck=none, asymmetry=none, load_share=none)


def _runs(arm: SyntheticArm, *labels: str, duration_s: float = 20.0) -> dict[str, Recording]:
    return {label: synthesize(ARM, seed=1, duration_s=duration_s, label=label, arm=arm) for label in labels}


def _choice(errors: dict[tuple[str, float], list[float]]) -> Choice:
    folds = Folds(np.eye(3, dtype=np.bool_), np.empty(0), np.empty(0))
    usual = Choice(FrictionKind.LOAD_DEPENDENT, 6.0, 20.0, 0, leaves_runs=True)
    known = {(FrictionKind(kind), hz): np.array(one) for (kind, hz), one in errors.items()}
    return chosen(known, dict.fromkeys(known, np.zeros(2)), usual=usual, folds=folds)


def test_the_simplest_within_one_standard_error_is_chosen_at_the_cutoff_nearest_to_the_usual() -> None:
    rich, plain = [0.030, 0.031, 0.032], [0.029, 0.034, 0.033]
    found = _choice(
        {
            ("coulomb-viscous", 2.0): plain,
            ("coulomb-viscous", 10.0): plain,
            ("load-dependent", 6.0): rich,
        }
    )
    assert (found.friction, found.filter_hz) == (FrictionKind.COULOMB_VISCOUS, 10.0)
    # the same mean difference in every run is no chance
    surely = _choice({("coulomb-viscous", 6.0): [0.031, 0.032, 0.033], ("load-dependent", 6.0): rich})
    assert surely.friction is FrictionKind.LOAD_DEPENDENT
    assert surely.folds == 3


def test_torque_that_leaves_no_number_decides_nothing() -> None:
    nothing = [np.nan, np.nan, np.nan]
    found = _choice({("coulomb-viscous", 2.0): nothing, ("load-dependent", 6.0): nothing})
    assert (found.friction, found.filter_hz, found.tried) == (FrictionKind.LOAD_DEPENDENT, 6.0, ())
    some = _choice({("coulomb-viscous", 2.0): [0.03, 0.03, 0.03], ("load-dependent", 6.0): nothing})
    assert some.friction is FrictionKind.COULOMB_VISCOUS


def test_friction_that_grows_with_the_load_is_found() -> None:
    arm = synthetic_arm(ARM, seed=1)
    runs = _runs(replace(_plain_arm(), load_share=np.full(arm.coulomb.shape, 0.3)), "a", "b", "c")
    result = identify(runs, ARM, fit=list(runs), settings=CHOSEN_BY_DATA)
    assert FORMS[result.settings.friction].uses_load


def test_what_is_given_is_not_chosen() -> None:
    runs = _runs(_plain_arm(), "a", "b")
    given = replace(CHOSEN_BY_DATA, friction=FrictionKind.STRIBECK, auto_friction=False)
    result = identify(runs, ARM, fit=list(runs), settings=given)
    assert result.choice is not None
    assert {one.friction for one in result.choice.tried} == {FrictionKind.STRIBECK}
    assert len({one.filter_hz for one in result.choice.tried}) > 1
    plain = identify(runs, ARM, fit=list(runs), settings=IdentificationSettings())
    assert plain.choice is None


def test_a_single_run_is_left_out_block_by_block_and_a_short_one_is_not_chosen_on() -> None:
    (run,) = _runs(_plain_arm(), "a", duration_s=30.0).values()
    found = identify({"a": run}, ARM, fit=["a"], settings=CHOSEN_BY_DATA).choice
    assert found is not None
    assert not found.leaves_runs
    assert found.folds == BLOCKS
    # the torque's band ends at 20 Hz here: 2 s are too short for blocks at its usual cut-off
    short = run.block(0, 200)
    assert lowest_cutoff([short]) > 6.0
    usual = identify({"a": short}, ARM, fit=["a"], settings=CHOSEN_BY_DATA)
    assert usual.choice is not None
    assert not usual.choice.tried
    assert usual.settings.friction is IdentificationSettings().friction


def _noisy(run: Recording, *, std: float, step: float) -> Recording:
    """The run with noise on its velocity, which is then rounded; both in rad/s."""
    velocity = np.array(run.columns[Quantity.VELOCITY][:])
    velocity += np.random.default_rng(1).normal(size=velocity.shape) * std
    return replace(run, columns={**run.columns, Quantity.VELOCITY: np.round(velocity / step) * step})


def test_noise_of_the_velocity_keeps_the_cutoff_low_and_the_parameters_right() -> None:
    arm = _plain_arm()
    clean = _runs(arm, "a", "b", duration_s=15.0)
    noisy = {label: _noisy(run, std=0.1, step=0.05) for label, run in clean.items()}
    truth = find_base_parameters(ARM, rotor_inertia=True).grouping @ np.concatenate(
        (arm.parameters.ravel(), arm.rotor_inertia)
    )

    def off(settings: IdentificationSettings) -> tuple[IdentificationResult, FloatArray]:
        result = identify(noisy, ARM, fit=list(noisy), settings=settings)
        return result, np.array([one.value for one in result.base_parameters]) - truth

    largest = np.argmax(np.abs(truth))
    _, biased = off(IdentificationSettings(filter_hz=20.0))
    assert abs(biased[largest]) > 0.2 * abs(truth[largest])
    found, error = off(CHOSEN_BY_DATA)
    assert found.choice is not None
    assert found.choice.noisy_from_hz is not None
    assert found.settings.filter_hz < found.choice.noisy_from_hz
    assert {one.filter_hz for one in found.choice.tried} < {2.0, 4.0, 6.0, 10.0, 20.0}
    assert abs(error[largest]) < 0.05 * abs(truth[largest])
    assert np.all(np.abs(error) < 3.0 * np.array([one.std for one in found.base_parameters]))
    assert "noisy-motion" in {reason.code for reason in found.judgement.reasons}
    quiet = identify(clean, ARM, fit=list(clean), settings=CHOSEN_BY_DATA)
    assert quiet.choice is not None
    assert quiet.choice.noisy_from_hz is None
    assert "noisy-motion" not in {reason.code for reason in quiet.judgement.reasons}


def _differenced(run: Recording, *, step: float) -> Recording:
    """The run with noise on its positions, which are then rounded, rad, and their differences as velocity."""
    position = np.array(run.columns[Quantity.POSITION][:])
    position += np.random.default_rng(1).normal(size=position.shape) * step / 2.0
    position = np.round(position / step) * step
    velocity = np.zeros_like(position)
    velocity[1:] = np.diff(position, axis=0) / np.diff(run.time)[:, np.newaxis]
    return replace(
        run, columns={**run.columns, Quantity.POSITION: position, Quantity.VELOCITY: np.round(velocity, 2)}
    )


def test_a_velocity_that_is_the_difference_of_positions_is_late_and_not_used() -> None:
    arm = _plain_arm()
    clean = _runs(arm, "a", "b", duration_s=15.0)
    late = {label: _differenced(run, step=4e-4) for label, run in clean.items()}
    truth = find_base_parameters(ARM, rotor_inertia=True).grouping @ np.concatenate(
        (arm.parameters.ravel(), arm.rotor_inertia)
    )

    def off(settings: IdentificationSettings) -> tuple[IdentificationResult, FloatArray]:
        result = identify(late, ARM, fit=list(late), settings=settings)
        return result, np.array([one.value for one in result.base_parameters]) - truth

    found, error = off(CHOSEN_BY_DATA)
    assert found.choice is not None
    assert found.choice.velocity_late_s == pytest.approx(0.5 * float(np.diff(late["a"].time).mean()), rel=0.1)
    assert found.settings.velocity_from_position
    assert "late-velocity" in {reason.code for reason in found.judgement.reasons}
    given = replace(found.settings, auto_friction=False, auto_filter=False)
    _, recorded = off(replace(given, velocity_from_position=False))
    largest = np.argmax(np.abs(truth))
    assert abs(error[largest]) < 0.5 * abs(recorded[largest])
    assert np.all(np.abs(error) < 3.0 * np.array([one.std for one in found.base_parameters]))
    for in_step in (clean, {label: _noisy(run, std=0.1, step=0.05) for label, run in clean.items()}):
        result = identify(in_step, ARM, fit=list(in_step), settings=CHOSEN_BY_DATA)
        assert not result.settings.velocity_from_position
        assert "late-velocity" not in {reason.code for reason in result.judgement.reasons}


def test_a_chosen_fit_that_was_stopped_goes_on_with_what_was_chosen() -> None:
    runs, parts = _runs(_plain_arm(), "a", "b"), []

    class Keeping:
        def report(self, fraction: float, text: str = "") -> None: ...

        def check(self) -> None: ...

        def keep(self, result: object) -> None:
            parts.append(result)

    whole = identify(runs, ARM, fit=list(runs), settings=CHOSEN_BY_DATA, monitor=Keeping())
    part = parts[0]
    assert isinstance(part, IdentificationResult)
    again = identify(runs, ARM, fit=list(runs), settings=CHOSEN_BY_DATA, resume=part)
    assert again.settings.friction is whole.settings.friction
    assert again.choice is part.choice


def test_no_fit_sees_what_it_is_judged_on_nor_what_the_filter_mixes_with_it() -> None:
    (run,) = _runs(_plain_arm(), "a", duration_s=30.0).values()
    folds = folds_of([run], cutoffs_hz=(2.0, 10.0))
    assert isinstance(folds, Folds)
    time = np.linspace(run.time[0], run.time[-1], 3001)
    group = folds.groups(0, time)
    for hz in (2.0, 10.0):
        for judged, fitted in zip(folds.judged, folds.fitted(hz), strict=True):
            inside, used = time[judged[group]], time[fitted[group]]
            distance = np.abs(used[:, np.newaxis] - inside).min()
            assert distance == pytest.approx(1.5 / hz, abs=0.02)


def test_ur10e_predicts_another_day_with_the_extended_friction_that_its_runs_choose(
    shared_data,
) -> None:
    folder = shared_data / "ur10e"
    recordings = {
        label: import_recording(folder / f"{label}.csv", layout="ur10e-31", rows=rows)
        for label, rows in UR10E_ROWS.items()
    }
    result = identify(
        recordings, load_robot("ur10e"), fit=UR10E_FITTED, validate=[UR10E_HELD_OUT], settings=CHOSEN_BY_DATA
    )
    assert result.settings.filter_hz == 6.0
    assert result.settings.friction is FrictionKind.EXTENDED
    held_out = result.validation[-1].total_rms_current
    assert held_out is not None
    assert held_out <= 0.146


def test_tx40_needs_a_higher_cutoff_and_predicts_the_rest_of_its_run(shared_data) -> None:
    whole = import_recording(shared_data / "tx40" / "tx40.npz", layout="npz")
    middle = int(0.6 * len(whole.time))
    parts = {
        "first": replace(whole.block(0, middle), label="first"),
        "rest": replace(whole.block(middle, len(whole.time)), label="rest"),
    }
    result = identify(parts, load_robot("tx40"), fit=["first"], validate=["rest"], settings=CHOSEN_BY_DATA)
    assert result.settings.filter_hz >= 10.0
    assert result.validation[-1].total_relative_error <= 0.07
