"""Drive gains and stiffness of other measurements as prior knowledge for a payload."""

from dataclasses import replace

import numpy as np
import pytest

from core.payload.settings import ComplianceSource, GainKnowledge, GainSource, compliance_of, identified_gains
from tests.core.elasticity.hand_made import arm_elasticity, hidden_joint, measured_joint

GAINS = np.array([10.0, 20.0, np.nan])
COVARIANCE = np.array([[0.01, 0.03, np.nan], [0.03, 0.16, np.nan], [np.nan, np.nan, np.nan]])


def test_identified_gains_keep_their_common_error():
    gains, knowledge = identified_gains(GAINS, COVARIANCE, described=np.array([9.0, 9.0, 30.0]))
    assert gains.tolist() == [10.0, 20.0, 30.0]
    assert knowledge.source is GainSource.IDENTIFIED
    assert knowledge.covariance[0, 1] == pytest.approx(0.03 / 200.0)
    assert np.sqrt(np.diag(knowledge.covariance)[:2]) == pytest.approx([0.01, 0.02])
    assert knowledge.covariance[2].tolist() == GainKnowledge.manufacturer(3).covariance[2].tolist()


def test_an_unknown_gain_keeps_an_unknown_uncertainty():
    gains, knowledge = identified_gains(GAINS, COVARIANCE, described=None)
    assert np.isnan(gains[2])
    assert knowledge.covariance[2, 2] == GainKnowledge.unknown(3).covariance[2, 2]
    assert knowledge.covariance[2, :2].tolist() == [0.0, 0.0]


def test_stiffness_is_inverted_with_its_standard_deviation():
    found = compliance_of(arm_elasticity(hidden_joint(0), measured_joint(1, stiffness=2e4)))
    assert found.source is ComplianceSource.TWIST
    assert found.compliance[1] == pytest.approx(5e-5)
    assert found.std[1] / found.compliance[1] == pytest.approx(0.02)
    assert np.isnan(found.compliance[0])
    assert np.isnan(found.std[0])


def test_a_sliding_joint_gives_no_stiffness():
    slides = replace(measured_joint(0), is_prismatic=True)
    both = compliance_of(arm_elasticity(slides, measured_joint(1)))
    assert (both.compliance[0], both.std[0]) == (0.0, 0.0)
    assert both.compliance[1] > 0.0
    assert compliance_of(arm_elasticity(slides)) is None
    assert compliance_of(arm_elasticity(hidden_joint(0))) is None
