"""The text of the programs: each statement is one of the script manual's, and every number is right."""

import re

import numpy as np
import pytest

from core.excitation.trajectories import FourierTrajectory, PointToPoint
from core.robot.library import load_robot
from devices.emulated.urscript import ScriptRefused, parse
from devices.errors import MotionRejected
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots import cubic_pieces
from devices.universal_robots.cubic_pieces import CLOSE_RAD, pieces_of
from devices.universal_robots.dialect import RTDE
from devices.universal_robots.script import (
    Follow,
    Phase,
    PointMove,
    payload_program,
    run_of,
    run_program,
    stop_program,
)

ROBOT = load_robot("ur10e")
START = np.array([0.1, -1.4, 1.2, -1.3, -1.5, 0.2])
CYCLE = 0.002


def fourier():
    sines = np.outer(np.arange(1.0, 7.0), [0.3, -0.2, 0.1, -0.1, -0.1]) / 6.0
    return FourierTrajectory(10.0, q0=START, a=sines, b=np.zeros((6, 5)))


def numbers(line):
    return [float(text) for text in re.findall(r"-?\d+\.\d+", line)]


def test_a_move_from_pose_to_pose_is_one_line_between_check_and_stop():
    move = PointMove(START + 0.2, speed=0.5, acceleration=1.25)
    lines = run_program(12, start=START, motion=move).splitlines()
    assert lines[0] == "def torsion_run():"
    assert lines[1] == "  torsion_start = [0.1, -1.4, 1.2, -1.3, -1.5, 0.2]"
    assert lines[-6:] == [
        '  rtde_set_watchdog("input_int_register_24", 4, "stop")',
        "  write_output_integer_register(24, 121)",
        "  movej([0.3, -1.2, 1.4, -1.1, -1.3, 0.4], a=1.25, v=0.5)",
        "  stopj(10)",
        "  write_output_integer_register(24, 122)",
        "end",
    ]


def test_a_joint_half_a_degree_away_ends_the_program_before_the_watchdog_is_set():
    text = run_program(1, start=START, motion=None)
    before, after = text.split("rtde_set_watchdog")
    assert "if torsion_apart > 0.00872664626 or torsion_apart < -0.00872664626:" in before
    assert before.index("popup(") < before.index("halt")
    assert "write_output_integer_register(24, 13)" in before
    assert "movej" not in after
    assert "servoj" not in after


def test_no_number_has_an_exponent():
    tiny = run_program(1, start=START * 1e-17, motion=PointMove(START, speed=1e-4, acceleration=1.0))
    assert not re.search(r"\d[eE]", tiny)
    assert "-0.0," not in tiny


def test_a_trajectory_is_divided_into_pieces_that_stay_on_it():
    trajectory = fourier()
    found = pieces_of(trajectory, ROBOT, cycle=CYCLE)
    assert sum(piece.cycles for piece in found) == 5000
    assert len(found) < 100
    first = 0
    for piece in found:
        for cycle in (0, piece.cycles // 2, piece.cycles):
            wanted = trajectory.evaluate(np.array([(first + cycle) * CYCLE])).position[0]
            assert np.abs(piece.at(cycle * CYCLE) - wanted).max() <= CLOSE_RAD
        first += piece.cycles


def test_the_program_of_a_trajectory_has_the_numbers_of_its_pieces():
    found = pieces_of(fourier(), ROBOT, cycle=CYCLE)
    lines = run_program(3, start=START, motion=Follow(found, CYCLE)).splitlines()
    calls = [line for line in lines if line.startswith("  torsion_follow(")]
    assert len(calls) == len(found) + 1
    for piece, call in zip(found, calls, strict=False):
        assert int(re.search(r"\((\d+),", call)[1]) == piece.cycles
        assert numbers(call) == pytest.approx(piece.coefficients.ravel().tolist(), abs=1e-9)
    held = numbers(calls[-1])
    assert held[:6] == pytest.approx(fourier().evaluate(np.array([10.0])).position[0].tolist(), abs=1e-6)
    assert held[6:] == [0.0] * 18
    (servo,) = [line for line in lines if "servoj" in line]
    assert servo.endswith("t=0.002, lookahead_time=0.05, gain=600)")


def test_a_constant_speed_takes_few_pieces():
    stroke = PointToPoint(start=START, target=START + 1.0, duration=20.0)
    assert len(pieces_of(stroke, ROBOT, cycle=CYCLE)) < 60


def test_joints_that_the_controller_counts_the_other_way():
    turned = load_robot("ec66")
    line = PointToPoint(start=np.zeros(6), target=np.full(6, 0.2), duration=2.0)
    found = pieces_of(line, turned, cycle=0.008)
    last = found[-1].at(found[-1].cycles * 0.008)
    assert last == pytest.approx(turned.position_as_reported(np.full(6, 0.2)), abs=1e-6)


def test_a_motion_too_long_for_one_program(monkeypatch):
    monkeypatch.setattr(cubic_pieces, "MOST_PIECES", 10)
    with pytest.raises(MotionRejected, match="ur-program-too-long"):
        pieces_of(fourier(), ROBOT, cycle=CYCLE)


@pytest.mark.parametrize(
    ("version", "function"),
    [
        (ControllerVersion(3, 15), "set_payload"),
        (ControllerVersion(5, 9), "set_payload"),
        (ControllerVersion(5, 10), "set_target_payload"),
        (ControllerVersion(10, 11), "set_target_payload"),
    ],
)
def test_the_payload_is_set_by_the_call_of_the_version_without_ending_a_program(version, function):
    text = payload_program(RTDE.payload(version), mass=2.5, center=(0.01, 0.0, 0.05))
    assert text == f"sec torsion_payload():\n  {function}(2.5, [0.01, 0.0, 0.05])\nend\n"
    assert RTDE.takes_inertia(version) == (function == "set_target_payload")


def test_the_inertia_goes_along_where_it_is_known():
    inertia = (0.1, 0.2, 0.3, 0.0, 0.0, 0.0)
    text = payload_program("set_target_payload", mass=1.0, center=(0.0, 0.0, 0.0), inertia=inertia)
    assert "[0.1, 0.2, 0.3, 0.0, 0.0, 0.0])" in text


def test_stop_is_one_statement():
    assert stop_program(20.0) == "def torsion_stop():\n  stopj(20)\nend\n"


@pytest.mark.parametrize(
    ("register", "found"),
    [(0, (0, None)), (121, (12, Phase.MOVING)), (122, (12, Phase.DONE)), (9, (0, None))],
)
def test_the_register_tells_run_and_phase(register, found):
    assert run_of(register) == found


def programs():
    yield run_program(3, start=START, motion=Follow(pieces_of(fourier(), ROBOT, cycle=CYCLE), CYCLE))
    yield run_program(12, start=START, motion=PointMove(START, speed=0.5, acceleration=1.0))
    yield stop_program(10.0)
    yield payload_program("set_target_payload", mass=1.0, center=(0.0, 0.0, 0.1), inertia=(0.1,) * 6)


@pytest.mark.parametrize("text", tuple(programs()))
def test_the_emulated_controller_understands_it_and_no_misspelling_of_it(text):
    parse(text)
    words = sorted(set(re.findall(r"[a-z_]{2,}", re.sub(r'"[^"]*"', "", text))))
    for word in words:
        first = re.search(rf"(?<![a-z_\"]){word}(?![a-z_\"])", text)
        misspelled = text[: first.start()] + word + "x" + text[first.end() :]
        if word in {"torsion_run", "torsion_stop", "torsion_payload"}:
            continue  # the name of a program is free
        with pytest.raises(ScriptRefused):
            parse(misspelled)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "stopj(2)\n",
        "def a():\n  stopj(2)\n",
        "def a():\n  stopj(2)\nend\nend\n",
        "def a():\n  stopj(2, 3)\nend\n",
        "def a():\n  stopj(a=2)\nend\n",
        "def a():\n  movej([0.0], r=0.1)\nend\n",
        "def a():\n  set_digital_out(0, True)\nend\n",
        "def a():\n  x = __import__\nend\n",
        "def a():\n  x = y\nend\n",
        "def a():\n  x = (1).real\nend\n",
        "def a(b):\n  stopj(2)\nend\n",
        "thread a():\n  stopj(2)\nend\n",
    ],
)
def test_any_other_statement_is_refused(text):
    with pytest.raises(ScriptRefused):
        parse(text)
