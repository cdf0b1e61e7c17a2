"""The virtual robot keeps far ahead of real time; measured as its benchmark measures it."""

import runpy

import pytest

pytestmark = pytest.mark.thorough


@pytest.mark.alone
def test_six_joints_run_at_least_eight_times_as_fast_as_real_time(repository):
    measure = runpy.run_path(str(repository / "tests" / "benchmarks" / "virtual_robot.py"))["measure"]
    found = measure(robots=("ec66",), seconds=0.4)["ec66"]
    assert found["joints"] == 6
    assert found["times_real_time"] >= 8.0
    assert found["times_real_time_worn_loaded_elastic"] >= 8.0
    assert found["cost_over_plain_mujoco"] > 1.0
