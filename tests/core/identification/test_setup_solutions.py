"""Solutions of the normal equations behind the checks of the set-up."""

import numpy as np
import pytest

from core.identification.setup_checks.hypothesis import solved

TRUTH = np.array([2.0, -1.0, 0.5])


def normal_equations(columns: np.ndarray, target: np.ndarray) -> np.ndarray:
    rows = np.column_stack([columns, target])
    return rows.T @ rows


def test_determined_equations_give_the_parameters_whatever_their_units() -> None:
    columns = np.random.default_rng(1).normal(size=(50, 3)) * [1e-4, 1.0, 1e4]
    assert solved(normal_equations(columns, columns @ TRUTH)) == pytest.approx(TRUTH, rel=1e-9)


def test_of_a_direction_that_is_not_determined_there_is_nothing() -> None:
    columns = np.random.default_rng(1).normal(size=(50, 3))
    columns[:, 2] = columns[:, 1]  # their difference is unknown, their sum is not
    found = solved(normal_equations(columns, columns @ TRUTH))
    assert found == pytest.approx([2.0, -0.25, -0.25], rel=1e-6)


def test_a_column_of_zeros_has_the_parameter_zero() -> None:
    columns = np.random.default_rng(1).normal(size=(50, 3)) * [1.0, 0.0, 1.0]
    assert solved(normal_equations(columns, columns @ TRUTH)) == pytest.approx([2.0, 0.0, 0.5], rel=1e-9)
