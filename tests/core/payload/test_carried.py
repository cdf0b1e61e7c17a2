"""A payload in a load diagram: where, how much of it, and how surely."""

from dataclasses import replace

import numpy as np
import pytest

from core.payload.result import PayloadEstimate, compare_with_permitted_load
from core.robot.load_envelope import EnvelopeSource, PayloadEnvelope

DIAGRAM = PayloadEnvelope(np.array([0.0, 0.1, 0.3]), np.array([5.0, 5.0, 1.0]), EnvelopeSource.DIAGRAM)


def estimate(mass: float, center: tuple[float, float, float], *, std: float = 0.001) -> PayloadEstimate:
    spread = np.diag([0.01**2, std**2, std**2, std**2])
    return PayloadEstimate(mass, np.array(center), spread)


def test_a_load_inside_the_envelope_is_allowed() -> None:
    found = compare_with_permitted_load(estimate(2.0, (0.0, 0.12, 0.16)), DIAGRAM)
    assert found.distance == pytest.approx(0.2)
    assert found.distance_std == pytest.approx(0.001)
    assert found.share == pytest.approx(2.0 / 3.0)
    assert (found.allowed, found.is_certain) == (True, True)


def test_distance_std_is_that_along_the_lever() -> None:
    told = estimate(2.0, (0.2, 0.0, 0.0))
    told = replace(told, covariance=np.diag([0.01**2, 0.004**2, 0.05**2, 0.05**2]))
    assert compare_with_permitted_load(told, DIAGRAM).distance_std == pytest.approx(0.004)


def test_a_load_near_the_envelope_is_not_certain() -> None:
    for mass, allowed in ((2.97, True), (3.03, False)):
        found = compare_with_permitted_load(estimate(mass, (0.0, 0.0, 0.2), std=0.002), DIAGRAM)
        assert (found.allowed, found.is_certain) == (allowed, False)
    found = compare_with_permitted_load(estimate(3.5, (0.0, 0.0, 0.2), std=0.002), DIAGRAM)
    assert (found.allowed, found.is_certain) == (False, True)


def test_a_load_at_the_flange_has_zero_distance() -> None:
    found = compare_with_permitted_load(estimate(1.0, (0.0, 0.0, 0.0)), DIAGRAM)
    assert found.distance == 0.0
    assert found.distance_std == pytest.approx(0.001)
    assert found.allowed is True


def test_an_unmeasured_load_is_not_judged() -> None:
    for told in (estimate(np.nan, (0.0, 0.0, 0.1)), estimate(1.0, (0.0, np.nan, 0.1))):
        found = compare_with_permitted_load(told, DIAGRAM)
        assert found.allowed is None
        assert not found.is_certain
        assert np.isnan(found.share)
