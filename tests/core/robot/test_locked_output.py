"""A robot whose output is locked: shipped, written and read, and refused by what takes motion."""

import numpy as np
import pytest

from core.encoders.check import check_encoders
from core.errors import BadRequest
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.plan import plan_excitation
from core.excitation.settings import ExcitationSettings
from core.friction.sweeps.plan import plan_sweeps
from core.identification.gains.identify import identify_gains
from core.identification.identify import identify
from core.recording import Quantity, Recording
from core.robot.library import load_robot, shipped_robots
from core.robot.toml_format import parse_toml, write_toml

BENCH = load_robot("gear-bench")
LIMITS = MotionLimits(-np.ones(1), np.ones(1), np.ones(1), np.ones(1))
RECORDING = Recording(
    "ramp",
    np.arange(100) / 100.0,
    {Quantity.MOTOR_POSITION: np.zeros((100, 1)), Quantity.TORQUE: np.zeros((100, 1))},
)


def test_the_bench_is_the_one_shipped_robot_with_a_locked_output():
    assert [name for name in shipped_robots() if load_robot(name).output_locked] == ["gear-bench"]


def test_free_outputs_are_omitted_from_the_file():
    assert "output_locked" not in write_toml(load_robot("ec66"))
    assert parse_toml(write_toml(BENCH)).output_locked


def test_gravity_does_not_load_the_gear():
    axis = BENCH.base[:3, 2]
    assert np.abs(np.cross(axis, BENCH.gravity)).max() == 0.0


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: identify({"ramp": RECORDING}, BENCH, fit=["ramp"]),
        lambda: identify_gains({"ramp": RECORDING}, BENCH, pairs=[("ramp", "ramp")]),
        lambda: plan_excitation(BENCH, ExcitationSettings()),
        lambda: plan_sweeps(BENCH, LIMITS, start=np.zeros(1)),
        lambda: check_encoders(RECORDING, BENCH),
    ],
    ids=["identify", "gains", "excitation", "sweeps", "encoders"],
)
def test_tasks_that_need_motion_refuse_a_locked_output(attempt):
    with pytest.raises(BadRequest, match="output-locked") as caught:
        attempt()
    assert caught.value.facts == {"robot": "gear-bench"}
