"""The compiled loops give what the formulas give, for any number of samples and any inputs."""

import math

import numpy as np
import pytest
from numba import njit

from core.learning import _kernels
from core.learning.gmm import GaussianMixture
from core.learning.kinds import FeatureKind
from core.learning.packed_learner import pack
from core.learning.rbf import RadialBasis

FEATURES = {2: FeatureKind.STATE, 4: FeatureKind.BOTH}


def learned(dimension, *, size=5):
    random = np.random.default_rng(dimension)
    inputs = random.normal(size=(700, 4)) * [1e-4, 1e-3, 1.0, 0.5]
    target = np.tanh(inputs[:, 2]) + 1e3 * inputs[:, 0] * (dimension == 4) + 0.1 * random.normal(size=700)
    own = inputs[:, 4 - dimension :] if dimension == 2 else inputs
    return {
        "radial": RadialBasis.fit(own, target, size=size),
        "mixture": GaussianMixture.fit(own, target, size=size, starts=(0,)),
    }


def compiled(functions, features, inputs):
    found = np.full(inputs.shape[:2], np.nan)
    work = np.full(_kernels.WORK_SIZE, np.nan)
    _kernels.residual_rows(*pack(functions, features), inputs, work, found)
    return found


@pytest.mark.parametrize("dimension", [2, 4])
@pytest.mark.parametrize("kind", ["radial", "mixture"])
@pytest.mark.parametrize("samples", [1, 16, 64, 65, 500])
def test_compiled_kernels_equal_the_numpy_formula(kind, dimension, samples):
    function = learned(dimension)[kind]
    inputs = 1.5 * np.random.default_rng(9).normal(size=(samples, 3, 4)) * [1e-4, 1e-3, 1.0, 0.5]
    found = compiled([function, None, function], FEATURES[dimension], inputs)
    own = inputs[:, :, 4 - dimension :]
    for joint in (0, 2):
        expected = function.faded_mean(own[:, joint])
        np.testing.assert_allclose(found[:, joint], expected, rtol=0.0, atol=1e-12)
        assert samples < 64 or np.any(expected == 0.0)
        assert samples < 64 or np.any(expected != 0.0)
    assert np.all(found[:, 1] == 0.0)


@pytest.mark.parametrize("kind", ["radial", "mixture"])
def test_nan_or_huge_inputs_give_zero(kind):
    function = learned(2)[kind]
    inputs = np.zeros((5, 1, 4))
    inputs[:, 0, 2] = [0.0, np.nan, np.inf, -1e300, 1e6]
    found = compiled([function], FeatureKind.STATE, inputs)
    assert found[0, 0] != 0.0
    assert np.all(found[1:, 0] == 0.0)


def test_kernels_can_be_called_per_sample_from_compiled_loops():
    function = learned(2)["mixture"]
    packed = pack([function], FeatureKind.STATE)

    @njit
    def one_by_one(code, size, start, numbers, columns, inputs, work, out):
        for row in range(inputs.shape[0]):
            _kernels.residual_rows(
                code, size, start, numbers, columns, inputs[row : row + 1], work, out[row : row + 1]
            )

    inputs = np.random.default_rng(10).normal(size=(20, 1, 4))
    found = np.empty((20, 1))
    one_by_one(*packed, inputs, np.empty(_kernels.WORK_SIZE), found)
    np.testing.assert_allclose(found, compiled([function], FeatureKind.STATE, inputs), atol=1e-14)


def test_exponential_is_exact_to_rounding():
    @njit
    def every(values):
        return np.array([_kernels._exponential(value) for value in values])

    values = np.concatenate((np.linspace(-690.0, 690.0, 5001), np.linspace(-1.0, 1.0, 2001), [0.0]))
    expected = np.array([math.exp(value) for value in values])
    np.testing.assert_allclose(every(values), expected, rtol=2e-14)
    assert every(np.array([-1e6]))[0] < 1e-300
