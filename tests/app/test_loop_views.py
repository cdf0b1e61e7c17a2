"""The pictures and sentences of the three loops."""

from dataclasses import replace

import numpy as np
from pytestqt.qtbot import QtBot

from app.features.identification.page import LoopChart
from app.features.identification.sentences import (
    compensation_sentence,
    dynamics_sentence,
    friction_sentence,
    loop_shares,
    loop_word,
    loops_sentence,
)
from core.identification.result import Loop, LoopRecord
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.residual_model import JointResidualModel, ResidualModel
from core.quality import Judgement, Reason, Verdict
from tests.core.results_examples import example_result

LOOPS = (
    LoopRecord(0, Loop.DYNAMICS, np.array([4.0, 2.0]), 0.1),
    LoopRecord(1, Loop.FRICTION, np.array([3.0, 1.0]), 0.1),
    LoopRecord(1, Loop.DYNAMICS, np.array([2.0, 1.0]), 0.1),
)


def _learner(*, active: bool, reasons: tuple[Reason, ...] = ()) -> ResidualModel:
    joint = JointResidualModel("joint_1", active, 4, 2.0, 1.5, Judgement.of(list(reasons)))
    return ResidualModel(ResidualKind.GMM, FeatureKind.DEFLECTION, (joint,))


def test_the_chart_shows_every_joint_falling(qtbot: QtBot) -> None:
    chart = LoopChart("loops")
    qtbot.addWidget(chart)
    chart.show_loops(LOOPS)
    assert [curve.pen for curve in chart.curves] == ["joint 1", "joint 2"]
    np.testing.assert_allclose(chart.curves[0].y, [100.0, 75.0, 50.0])
    np.testing.assert_allclose(chart.curves[1].y, [100.0, 50.0, 50.0])
    assert chart.accessibleDescription() == loops_sentence(LOOPS)
    chart.show_loops(())
    assert chart.curves == ()


def test_shares_are_of_what_the_first_fit_left() -> None:
    assert np.isnan(loop_shares((LoopRecord(0, Loop.DYNAMICS, np.array([0.0]), 0.0),))).all()
    assert "50" in loops_sentence(LOOPS)
    assert loop_word(LOOPS[0]) == "first fit"
    assert loop_word(LOOPS[1]) == "friction"


def test_a_learner_that_is_off_says_why_and_one_that_is_on_what_it_gained() -> None:
    result = replace(example_result(), residual_model=None)
    assert "No learner" in compensation_sentence(result, 0)
    on = replace(result, residual_model=_learner(active=True))
    assert "25" in compensation_sentence(on, 0)
    reason = Reason(
        "residual-gains-too-little", {"joint": "joint_1", "gain": 0.01, "wanted": 0.05}, Verdict.GOOD
    )
    off = compensation_sentence(replace(result, residual_model=_learner(active=False, reasons=(reason,))), 0)
    assert off.startswith("Off")
    assert len(off) > len("Off for this joint.")


def test_friction_and_dynamics_have_a_sentence() -> None:
    result = example_result()
    assert "N·m" in friction_sentence(result.friction[0], unit="N·m")
    assert str(len(result.base_parameters)) in dynamics_sentence(result)
    stopped = replace(result.friction[0], curve_speed=np.empty(0), curve_torque=np.empty(0))
    assert "stopped" in friction_sentence(stopped, unit="N·m")
