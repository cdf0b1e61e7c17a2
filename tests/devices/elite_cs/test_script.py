"""The text of the programs for CS controllers: words of Elite's language, blocks by indentation."""

import re

import numpy as np
import pytest

from core.excitation.trajectories import FourierTrajectory
from core.robot.library import load_robot
from devices.elite_cs.dialect import ELITE_SCRIPT, PHASE_REGISTER, RTSI, SET_POINT_S
from devices.emulated import urscript
from devices.emulated.cs import ELITE_SCRIPT as GRAMMAR
from devices.emulated.urscript import ScriptRefused, parse
from devices.protocol_rtde.fields_cs import INPUTS, OUTPUTS
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.cubic_pieces import pieces_of
from devices.universal_robots.script import Follow, PointMove, payload_program, run_program, stop_program

START = np.array([0.1, -1.4, 1.2, -1.3, -1.5, 0.2])
VERSION = ControllerVersion(2, 14, 5, 0)


def trajectory():
    waves = FourierTrajectory(4.0, q0=START, a=np.outer(np.ones(6), [0.2, -0.2]), b=np.zeros((6, 2)))
    return Follow(pieces_of(waves, load_robot("cs66"), cycle=SET_POINT_S), SET_POINT_S)


def run(motion):
    return run_program(7, start=START, motion=motion, language=ELITE_SCRIPT)


def programs():
    yield run(trajectory())
    yield run(PointMove(START, speed=0.5, acceleration=1.0))
    yield stop_program(10.0)
    yield payload_program(RTSI.payload(VERSION), mass=1.0, center=(0.0, 0.0, 0.1))


def test_a_move_word_for_word():
    text = run(PointMove(START + 0.2, speed=0.5, acceleration=1.25))
    assert text == (
        "def torsion_run():\n"
        "  torsion_start = [0.1, -1.4, 1.2, -1.3, -1.5, 0.2]\n"
        "  torsion_here = get_actual_joint_positions()\n"
        "  torsion_joint = 0\n"
        "  while torsion_joint < 6:\n"
        "    torsion_apart = torsion_here[torsion_joint] - torsion_start[torsion_joint]\n"
        "    if torsion_apart > 0.00872664626 or torsion_apart < -0.00872664626:\n"
        "      write_output_integer_register(24, 73)\n"
        '      popup("The arm is not where its motion begins. Nothing moved.", title="Torsion", error=True)\n'
        "      halt()\n"
        "    torsion_joint = torsion_joint + 1\n"
        '  rtsi_set_watchdog("input_int_register24", 4, "stop")\n'
        "  write_output_integer_register(24, 71)\n"
        "  movej([0.3, -1.2, 1.4, -1.1, -1.3, 0.4], a=1.25, v=0.5)\n"
        "  stopj(10)\n"
        "  write_output_integer_register(24, 72)\n"
        "end\n"
    )


def test_a_program_is_python_between_its_first_line_and_its_last():
    for text in programs():
        body = re.sub(r"^sec ", "def ", text.removesuffix("end\n"))
        compile(body, "program", "exec")


def test_set_points_come_as_far_apart_as_the_maker_asks_for():
    (servo,) = [line for line in run(trajectory()).splitlines() if "servoj" in line]
    assert servo.endswith(", t=0.01, lookahead_time=0.05)")


def test_the_registers_are_those_of_the_stream():
    assert ELITE_SCRIPT.beat in INPUTS
    assert PHASE_REGISTER in OUTPUTS


@pytest.mark.parametrize("text", tuple(programs()))
def test_the_emulated_controller_understands_it_and_no_misspelling_of_it(text):
    parse(text, GRAMMAR)
    for word in sorted(set(re.findall(r"[a-z_]{2,}", re.sub(r'"[^"]*"', "", text)))):
        first = re.search(rf"(?<![a-z_\"]){word}(?![a-z_\"])", text)
        misspelled = text[: first.start()] + word + "x" + text[first.end() :]
        if word in {"torsion_run", "torsion_stop", "torsion_payload"}:
            continue  # the name of a program is free
        with pytest.raises(ScriptRefused):
            parse(misspelled, GRAMMAR)


def test_neither_maker_understands_the_others_programs():
    motion = PointMove(START, speed=0.5, acceleration=1.0)
    with pytest.raises(ScriptRefused):
        parse(run(motion), urscript.URSCRIPT)
    with pytest.raises(ScriptRefused):
        parse(run_program(7, start=START, motion=motion), GRAMMAR)


@pytest.mark.parametrize(
    "text",
    [
        "def a():\n  if 1 > 0:\n    stopj(2)\n  end\nend\n",
        "def a():\n  if 1 > 0:\n  stopj(2)\nend\n",
        "def a():\n  stopj(2)\n    stopj(2)\nend\n",
        "def a():\n  if 1 > 0:\n      stopj(2)\n    stopj(2)\nend\n",
        "def a():\nstopj(2)\nend\n",
        "def a():\n  halt\nend\n",
        "def a():\n  servoj([0.0], t=0.01, lookahead_time=0.1, gain=300)\nend\n",
        "def a():\n  set_target_payload(1.0, [0.0, 0.0, 0.0])\nend\n",
    ],
)
def test_wrong_blocks_and_words_of_the_other_maker_are_refused(text):
    with pytest.raises(ScriptRefused):
        parse(text, GRAMMAR)


def test_a_block_ends_where_its_indentation_does():
    program = parse("def a():\n  if 1 > 0:\n    if 1 > 0:\n      stopj(1)\n  stopj(2)\nend\n", GRAMMAR)
    outer, last = program.body
    assert (outer.kind, last.name) == ("if", "stopj")
    assert [statement.kind for statement in outer.body] == ["if"]
