"""Trajectories as CSV, JSON and programs, and back again from JSON."""

import csv
import json
from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadFile, BadRequest
from core.exchange.export_trajectory import export_trajectory, is_runnable, trajectory_csv
from core.exchange.trajectory_file import read_trajectory
from core.exchange.trajectory_json import PLAIN_SERIES, excitation_json
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.limits.motion_limits import motion_limits
from core.excitation.trajectories import entered_from
from core.excitation.trajectories.fourier import FourierTrajectory
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.quintic_fourier import brought_to_rest
from core.robot.library import load_robot
from core.robot.model import JointKind, RobotModel
from tests.core.exchange.made_plan import made_plan, made_trajectory
from tests.core.excitation.published import liu_series
from tests.documented_keys import EXCITE_KEYS, TRAJECTORY_KEYS


@pytest.fixture(scope="module")
def ur10e() -> RobotModel:
    return load_robot("ur10e")


@pytest.fixture(scope="module")
def odd_arm(ur10e) -> RobotModel:
    """One joint counted backwards and from elsewhere, one that slides."""
    joints = list(ur10e.joints)
    joints[1] = replace(joints[1], reported_sign=-1, reported_zero=0.25)
    joints[2] = replace(joints[2], kind=JointKind.PRISMATIC)
    return replace(ur10e, joints=tuple(joints))


def table(text: str) -> tuple[list[str], list[str], np.ndarray]:
    """Remarks, header and numbers of a CSV text."""
    lines = text.splitlines()
    remarks = [line for line in lines if line.startswith("#")]
    header, *rows = csv.reader(lines[len(remarks) :])
    return remarks, header, np.array(rows, dtype=np.float64)


def test_csv_is_the_motion_as_the_controller_reports_it(odd_arm):
    trajectory = made_trajectory().repeated(2)
    remarks, header, rows = table(trajectory_csv(trajectory, odd_arm, rate_hz=50.0, remarks=("one", "t\nwo")))
    assert remarks[:2] == ["# one", "# t wo"]
    assert header[:4] == ["t [s]", "q1 [rad]", "q2 [rad]", "q3 [m]"]
    assert header[7:10] == ["v1 [rad/s]", "v2 [rad/s]", "v3 [m/s]"]
    assert header[13:16] == ["a1 [rad/s^2]", "a2 [rad/s^2]", "a3 [m/s^2]"]
    assert rows.shape == (1001, 19)
    time = rows[:, 0]
    np.testing.assert_allclose(np.diff(time), 0.02, atol=1e-9)
    assert time[-1] == pytest.approx(trajectory.duration)
    motion, sign = trajectory.evaluate(time), odd_arm.reported_sign
    reported = odd_arm.position_as_reported(motion.position)
    assert not np.allclose(reported, motion.position)
    np.testing.assert_allclose(rows[:, 1:7], reported, atol=1e-9)
    np.testing.assert_allclose(rows[:, 7:13], motion.velocity * sign, atol=1e-9)
    np.testing.assert_allclose(rows[:, 13:], motion.acceleration * sign, atol=1e-9)


def test_csv_goes_on_to_rest_where_the_rate_does_not_fit_the_period(ur10e):
    trajectory = made_trajectory()
    _, _, rows = table(trajectory_csv(trajectory, ur10e, rate_hz=0.73))
    assert rows[-2, 0] < trajectory.duration <= rows[-1, 0]
    np.testing.assert_allclose(rows[-1, 1:7], trajectory.start, atol=1e-9)
    assert not rows[-1, 7:].any()


@pytest.mark.parametrize("rate_hz", [0.0, -1.0, float("nan"), float("inf")])
def test_a_rate_that_is_none_is_refused(ur10e, rate_hz):
    with pytest.raises(BadRequest):
        trajectory_csv(made_trajectory(), ur10e, rate_hz=rate_hz)


def test_json_has_the_documented_keys_and_no_nan(ur10e):
    plan = made_plan(ur10e, shortfalls=(Shortfall("too-near", {"first": "link 3"}),))
    limits = motion_limits(ur10e, start=plan.trajectory.start)
    document = excitation_json(plan, limits=limits, shortfall_text=lambda found: f"said {found.code}")
    text = json.dumps(document, allow_nan=False)
    document = json.loads(text)
    assert document.keys() >= EXCITE_KEYS
    assert document["trajectory"].keys() >= TRAJECTORY_KEYS
    assert document["trajectory"]["kind"] == "modified"
    assert document["history"] == [[0.5, 400.0], [9.0, 98.25]]
    assert document["torque_share"][0] is None
    assert document["numbers"]["log_determinant"] is None
    assert document["numbers"]["block"]["columns"] == [36, 36, 33, 10]
    assert document["closest"] == {"distance": 0.0342, "first": "link 3", "second": "floor", "time": 7.35}
    assert document["shortfalls"][0]["text"] == "said too-near"
    assert document["limits"]["origin"]["acceleration"] == ["default"] * 6
    assert document["verdict"] == "good"
    motion = plan.trajectory.evaluate(np.linspace(0.0, 10.0, 2001))
    for key, found in (
        ("peak_position", motion.position),
        ("peak_velocity", motion.velocity),
        ("peak_acceleration", motion.acceleration),
    ):
        np.testing.assert_allclose(document[key], np.abs(found).max(axis=0), rtol=1e-9)


def test_nothing_looked_at_is_null(ur10e):
    document = excitation_json(replace(made_plan(ur10e), closest=None))
    assert document["closest"] is None
    assert document["limits"] is None


def kinds_of_motion(robot):
    a, b = np.random.default_rng(8).normal(size=(2, 6, 4)) * 0.05
    series = FourierSeries(10.0, np.full(6, 0.1), a, b)
    start = np.full(6, 0.2)
    return {
        "fourier": made_trajectory(start=0.0),
        "modified": made_trajectory(),
        "quintic": brought_to_rest(series, start=start),
        "fourier-free": entered_from(series, start=start, limits=motion_limits(robot, start=start)),
        PLAIN_SERIES: series,
    }


@pytest.mark.parametrize("kind", ["fourier", "modified", "quintic", "fourier-free", PLAIN_SERIES])
def test_json_is_read_back_to_the_last_bit(ur10e, tmp_path, kind):
    trajectory = kinds_of_motion(ur10e)[kind]
    plan, path = made_plan(ur10e, trajectory), tmp_path / "plan.json"
    export_trajectory(plan, ur10e, path=path)
    assert json.loads(path.read_text("utf-8"))["trajectory"]["kind"] == kind
    found = read_trajectory(path, joints=6)
    assert type(found.trajectory) is type(trajectory)
    time = np.linspace(0.0, 10.0, 77)
    assert np.array_equal(found.trajectory.evaluate(time).position, trajectory.evaluate(time).position)
    assert found.settings == plan.settings
    assert found.judging_settings == plan.settings
    assert found.robot == "ur10e"


def published_file(tmp_path, **changes):
    series = liu_series()
    plain = {
        "period_s": series.period_s,
        "q0": series.q0.tolist(),
        "a": series.a.tolist(),
        "b": series.b.tolist(),
    }
    path = tmp_path / "given.json"
    path.write_text(json.dumps(plain | changes), "utf-8")
    return path


def test_rounded_coefficients_are_a_plain_series(tmp_path):
    found = read_trajectory(published_file(tmp_path), joints=6)
    assert isinstance(found.trajectory, FourierSeries)
    assert np.array_equal(found.trajectory.a, liu_series().a)
    assert found.settings is None
    assert found.judging_settings.start is None
    named = read_trajectory(published_file(tmp_path, kind="fourier"), joints=6)
    assert isinstance(named.trajectory, FourierSeries)


def test_exact_coefficients_are_a_trajectory_judged_from_its_start(tmp_path):
    exact = made_trajectory()
    path = published_file(
        tmp_path, period_s=10, q0=exact.q0.tolist(), a=exact.a.tolist(), b=exact.b.tolist(), cycles=3
    )
    found = read_trajectory(path, joints=6)
    assert isinstance(found.trajectory, FourierTrajectory)
    assert found.trajectory.cycles == 3
    np.testing.assert_allclose(found.judging_settings.start, 0.2)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"q0": [0.0] * 5}, "trajectory-shape"),
        ({"b": [[0.0] * 4] * 6}, "trajectory-shape"),
        ({"a": [0.0] * 6}, "trajectory-shape"),
        ({"period_s": 0}, "setting-not-above"),
        ({"q0": [float("nan")] * 6}, "setting-not-finite"),
        ({"kind": "spline"}, "trajectory-kind"),
        ({"kind": ["fourier"]}, "trajectory-kind"),
        ({"a": [[0.0]] * 3, "b": [[0.0]] * 3, "q0": [0.0] * 3}, "trajectory-joints"),
    ],
)
def test_coefficients_that_make_no_trajectory(tmp_path, changes, code):
    with pytest.raises(BadRequest) as refused:
        read_trajectory(published_file(tmp_path, **changes), joints=6)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("{", {"not-json"}),
        ("\xff", {"not-json"}),
        ("[]", {"not-an-object"}),
        ('{"trajectory": 3}', {"not-an-object"}),
        ('{"a": [[1]], "q0": "x"}', {"missing-field", "wrong-kind"}),
        ('{"a": [[1], [2, 3]], "b": [[1]], "q0": [0], "period_s": 2}', {"wrong-kind"}),
        (
            '{"a": [[1]], "b": [[0]], "q0": [0], "period_s": 2, "settings": {"seconds": -1}}',
            {"refused-value"},
        ),
    ],
)
def test_files_that_hold_no_trajectory_name_every_problem(tmp_path, text, problems):
    path = tmp_path / "bad.json"
    path.write_text(text, "latin-1")
    with pytest.raises(BadFile) as refused:
        read_trajectory(path, joints=1)
    assert refused.value.code == "bad-trajectory-file"
    assert {problem.code for problem in refused.value.problems} == problems
    assert refused.value.facts["file"] == str(path)


def test_the_ending_says_what_is_written(ur10e, tmp_path):
    plan = made_plan(ur10e)
    for name, cycles in (("a.csv", 2), ("a.JSON", 1), ("a.script", 3)):
        export_trajectory(plan, ur10e, path=tmp_path / name, cycles=cycles, rate_hz=10.0)
    remarks, _, rows = table((tmp_path / "a.csv").read_text("utf-8"))
    assert rows[-1, 0] == pytest.approx(20.0)
    said = " ".join(remarks)
    for part in ("ur10e", "98.25", "36 columns", "1234 mm/s", "34 mm, link 3 and floor", "verdict good"):
        assert part in said
    assert "NOT TO BE RUN" not in said
    program = (tmp_path / "a.script").read_text("ascii")
    assert "local periods = 3" in program
    assert "# Excitation trajectory for ur10e" in program
    with pytest.raises(BadRequest) as refused:
        export_trajectory(plan, ur10e, path=tmp_path / "a.txt")
    assert refused.value.facts["endings"] == (".csv", ".json", ".script")
    with pytest.raises(BadRequest):
        export_trajectory(plan, ur10e, path=tmp_path / "b.csv", cycles=0)
    assert not (tmp_path / "b.csv").exists()


def test_what_nobody_looked_at_stands_in_the_file(ur10e, tmp_path):
    plan = made_plan(ur10e)
    settings = replace(plan.settings, collision=False)
    share = np.array([np.nan, 1.25, 0.1, 0.2, 0.3, 0.4])
    export_trajectory(replace(plan, settings=settings, torque_share=share), ur10e, path=tmp_path / "a.script")
    program = (tmp_path / "a.script").read_text("ascii")
    assert "# collisions were not looked at" in program
    assert "# needs 125% of a rated torque" in program


def test_a_motion_that_may_not_be_run_becomes_no_program(ur10e, tmp_path):
    good = made_plan(ur10e)
    refused = (
        made_plan(ur10e, shortfalls=(Shortfall("too-near", {"first": "link 3"}),)),
        replace(good, limit_use=1.01),
        made_plan(ur10e, liu_series()),
    )
    assert is_runnable(made_plan(ur10e, shortfalls=(Shortfall("remark", blocking=False),)))
    for plan in refused:
        assert not is_runnable(plan)
        with pytest.raises(BadRequest) as refusal:
            export_trajectory(plan, ur10e, path=tmp_path / "a.script")
        assert refusal.value.code == "plan-not-runnable"
        export_trajectory(plan, ur10e, path=tmp_path / "a.csv")
        assert "# NOT TO BE RUN" in (tmp_path / "a.csv").read_text("utf-8")
    assert not (tmp_path / "a.script").exists()
