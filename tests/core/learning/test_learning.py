"""Learning: on where motions left out prove it, off on noise and where it would do harm."""

from dataclasses import replace

import numpy as np
import pytest
import sklearn.mixture

from app.errors.text import reason_text
from core.errors import BadRequest
from core.fields import from_fields, to_fields
from core.learning.gmm import ITERATIONS_AT_ONCE
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.learn import LEAST_GAIN, LEAST_GAIN_DIVIDED, MOST_HARM, learn_residual, usable_gain
from core.learning.rbf import RadialBasis
from core.learning.residual_model import ResidualModel
from core.monitor import Cancelled
from core.quality import Verdict
from core.storage.visit import Visit
from tests.core.learning.residuals import joint_names, samples_along

KINDS = (ResidualKind.RBF, ResidualKind.GMM)


def learned(samples, kind, features=FeatureKind.DEFLECTION, **options):
    count = next(iter(samples.values())).residual.shape[1]
    names = joint_names(count)
    return learn_residual(samples, kind=kind, features=features, joint_names=names, **options)


def recordings(*seeds, **options):
    return {f"run {seed}": samples_along(seed, joints=3, **options) for seed in seeds}


def rms(values):
    return np.sqrt(np.mean(values**2, axis=0))


def codes(model):
    return [reason.code for joint in model.joints for reason in joint.judgement.reasons]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("features", [FeatureKind.DEFLECTION, FeatureKind.BOTH])
def test_a_learnable_residual_improves_left_out_motion(kind, features):
    model = learned(recordings(1, 2, 3, learnable=(0,)), kind, features)
    assert [joint.active for joint in model.joints] == [True, False, False]
    first = model.joints[0]
    assert first.judgement.verdict is Verdict.GOOD
    assert first.error_with < 0.7 * first.error_without
    fresh = samples_along(9, joints=3, learnable=(0,))
    left = fresh.residual - model.torque(fresh.inputs)
    assert rms(left)[0] < 0.75 * rms(fresh.residual)[0]
    np.testing.assert_array_equal(left[:, 1:], fresh.residual[:, 1:])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_noise_gives_no_learned_part(kind, seed):
    model = learned(recordings(*range(10 * seed, 10 * seed + 3)), kind, FeatureKind.STATE)
    assert not any(joint.active for joint in model.joints)
    assert set(codes(model)) <= {"residual-nothing-to-learn", "residual-gains-too-little"}
    fresh = samples_along(99, joints=3)
    assert np.all(model.torque(fresh.inputs) == 0.0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_gain_on_one_motion_only_is_not_used(kind):
    """In each recording the residual follows the state another way."""
    samples = recordings(1, 2, 3)
    turned = {
        label: replace(item, residual=item.residual + sign * np.tanh(3.0 * item.inputs.position))
        for (label, item), sign in zip(samples.items(), (1.0, -1.0, 1.0), strict=True)
    }
    assert not any(joint.active for joint in learned(turned, kind, FeatureKind.STATE).joints)


@pytest.mark.parametrize("kind", KINDS)
def test_one_recording_is_reported_as_weaker_evidence(kind):
    model = learned(recordings(1, learnable=(0, 1, 2), noise=0.1), kind)
    assert any(joint.active for joint in model.joints)
    for joint in model.joints:
        if joint.active:
            assert [reason.code for reason in joint.judgement.reasons] == [
                "residual-proven-within-one-motion"
            ]
            assert joint.judgement.verdict is Verdict.USABLE


def test_missing_deflection_is_reported_for_the_arm_or_its_joints():
    without = recordings(1, 2, twist=False)
    with pytest.raises(BadRequest, match="no-deflection"):
        learned(without, ResidualKind.RBF)
    assert len(learned(without, ResidualKind.RBF, FeatureKind.STATE).joints) == 3
    partly = recordings(1, 2, 3, learnable=(0, 1))
    for item in partly.values():
        item.inputs.deflection[:, 1] = np.nan
        item.inputs.deflection_rate[:, 1] = np.nan
    model = learned(partly, ResidualKind.RBF)
    assert [joint.active for joint in model.joints] == [True, False, False]
    assert model.joints[1].judgement.verdict is Verdict.NOT_MEASURABLE
    assert "residual-no-link-encoder" in codes(model)
    torque = model.torque(next(iter(partly.values())).inputs)
    assert np.all(np.isfinite(torque))


def test_a_joint_with_few_rows_is_not_learned():
    samples = recordings(1, 2, 3, learnable=(0, 1, 2))
    for item in samples.values():
        item.keep[90:, 2] = False
    model = learned(samples, ResidualKind.RBF)
    assert [joint.active for joint in model.joints] == [True, True, False]
    assert codes(model) == ["residual-too-few-rows"]


@pytest.mark.parametrize(
    ("change", "divided", "use", "code"),
    [
        ((-0.2, -0.3, -0.15), False, True, None),
        ((-0.2, -0.3, MOST_HARM + 0.001), False, False, "residual-worse-on-a-motion"),
        ((-0.4, -0.4, MOST_HARM - 0.001, -0.4, -0.4), False, True, None),
        ((-0.8, 0.01, 0.01, 0.01), False, False, "residual-gain-uncertain"),
        ((0.01, 0.01, -0.01), False, False, "residual-nothing-to-learn"),
        ((-LEAST_GAIN + 0.01,) * 3, False, False, "residual-gains-too-little"),
        ((-LEAST_GAIN_DIVIDED + 0.01,) * 3, True, False, "residual-gains-too-little"),
        ((-LEAST_GAIN_DIVIDED - 0.01,) * 3, True, True, "residual-proven-within-one-motion"),
    ],
)
def test_usable_gain_follows_the_improvement_on_every_motion(change, divided, use, code):
    without = np.array([2.0, 3.0, 1.0, 1.5, 0.5])[: len(change)]
    names = [f"run {number}" for number in range(len(change))]
    used, judgement = usable_gain(
        without, without * (1.0 + np.array(change)), joint="elbow", motions=names, divided=divided
    )
    assert used is use
    assert [reason.code for reason in judgement.reasons] == ([code] if code else [])
    for reason in judgement.reasons:
        assert "{" not in reason_text(reason)


@pytest.mark.parametrize("kind", KINDS)
def test_a_learned_model_survives_storing(kind, tmp_path):
    model = learned(recordings(1, 2, 3, learnable=(0,)), kind)
    back = from_fields(ResidualModel, to_fields(model))
    fresh = samples_along(9, joints=3).inputs
    expected = model.torque(fresh)
    assert np.any(expected != 0.0)
    np.testing.assert_array_equal(back.torque(fresh), expected)
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml="") as visit:
        key = visit.add_result("residual", model)
    with Visit.open(path) as visit:
        stored = visit.result(key, ResidualModel)
    np.testing.assert_array_equal(stored.torque(fresh), expected)
    assert [joint.judgement for joint in stored.joints] == [joint.judgement for joint in model.joints]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_learner(kind):
    samples = recordings(1, 2, learnable=(0,))
    fresh = samples_along(9, joints=3).inputs
    first, again = (learned(samples, kind, seed=4).torque(fresh) for _ in range(2))
    np.testing.assert_array_equal(first, again)


class StopAfter:
    """Counts the looks, and stops the work at the given one."""

    def __init__(self, looks):
        self.looks, self.stop = 0, looks

    def report(self, fraction, text=""):
        assert 0.0 <= fraction <= 1.0

    def keep(self, result): ...

    def check(self):
        self.looks += 1
        if self.looks >= self.stop:
            raise Cancelled


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("looks", [1, 20])
def test_learning_can_be_cancelled(kind, looks):
    monitor = StopAfter(looks)
    with pytest.raises(Cancelled):
        learned(recordings(1, 2, 3, learnable=(0,)), kind, monitor=monitor)
    assert monitor.looks == looks


@pytest.mark.parametrize("kind", KINDS)
def test_learning_looks_up_before_every_fit_and_every_few_iterations(kind, monkeypatch):
    monitor, seen = StopAfter(np.inf), []

    def noting(genuine):
        def fit(first, *arguments, **options):
            seen.append(monitor.looks)
            assert getattr(first, "max_iter", 0) <= ITERATIONS_AT_ONCE
            return genuine(first, *arguments, **options)

        return fit

    monkeypatch.setattr(sklearn.mixture.GaussianMixture, "fit", noting(sklearn.mixture.GaussianMixture.fit))
    monkeypatch.setattr(RadialBasis, "fit", noting(RadialBasis.fit))
    learned({"excitation": samples_along(1, seconds=8.0, learnable=(0, 2))}, kind, monitor=monitor)
    assert len(seen) > 10
    assert len(set(seen)) == len(seen), "two fits without a look between them"
