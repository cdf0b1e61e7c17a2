"""Whose springs make up a joint: pairs of a link's springs, shares of links, the largest of them."""

import numpy as np
import pytest

from core.quality import Verdict
from core.robot.library import load_robot
from core.stiffness.model import stiffness_model
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.spring_shares import PAIR_NAMES, leading_springs, link_shares, spring_pairs


@pytest.fixture(scope="module")
def found():
    return reduce_stiffness(stiffness_model(load_robot("mikhel-6")))


def test_pairs_are_named_as_in_the_paper():
    assert len(PAIR_NAMES) == 21
    assert PAIR_NAMES[:7] == ("xx", "xy", "xz", "xα", "xβ", "xγ", "yy")
    assert PAIR_NAMES[-1] == "γγ"


def test_pairs_include_both_off_diagonal_entries(found):
    matrix = found.contributions[1].compliance
    assert spring_pairs(matrix).shape == (6, 21)
    assert spring_pairs(matrix).sum(axis=1) == pytest.approx(found.contributions[1].total)
    single = np.zeros((6, 6))
    single[1, 4] = single[4, 1] = 3.0
    assert spring_pairs(single)[PAIR_NAMES.index("yβ")] == 6.0


def test_shares_and_own_spring_add_up_to_one(found):
    own = 1.0 / found.springs / found.compliance
    assert link_shares(found).shape == (6, 6)
    assert link_shares(found).sum(axis=0) + own == pytest.approx(np.ones(6))


def test_the_largest_springs_are_listed_for_identifiable_joints(found):
    leading = leading_springs(found, count=8)
    sizes = [abs(one.share) for one in leading]
    assert sizes == sorted(sizes, reverse=True)
    assert found.joints[5].judgement.verdict is Verdict.NOT_MEASURABLE
    assert "joint_6" not in {one.joint for one in leading}
    assert (leading[0].link, leading[0].pair, leading[0].joint) == ("joint_3", "yy", "joint_4")
    of_joint_4 = spring_pairs(found.contributions[2].compliance)[3, PAIR_NAMES.index("yy")]
    assert leading[0].share == pytest.approx(of_joint_4 / found.compliance[3])


def test_an_arm_without_link_springs_has_no_shares():
    rigid = reduce_stiffness(stiffness_model(load_robot("mikhel-6")).with_rigid_links())
    assert link_shares(rigid).shape == (0, 6)
    assert leading_springs(rigid, count=3) == ()
