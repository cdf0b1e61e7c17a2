"""Lines that jog an emulated arm and change its load, and their answers."""

import argparse

import pytest

from app.shell.commands.serving import PendantLines
from core.robot.library import load_robot
from devices.emulated.pendant import Pendant
from tests.devices.emulated.commanded_arm import CommandedArm


class Emulated:
    """An emulated controller without ports."""

    def __init__(self):
        self.may_jog, self.hung = True, []
        self.pendant = Pendant(CommandedArm(), load_robot("ur10e"), may_jog=lambda: self.may_jog)

    def do(self, order):
        order()

    def hang(self, mass, center):
        self.hung.append((mass, *center))


@pytest.fixture
def emulated():
    return Emulated()


@pytest.fixture
def answer(emulated, capsys):
    lines = PendantLines(argparse.Namespace(json=None), emulated)

    def given(line):
        assert lines.obey(line)
        lines.tell()
        return capsys.readouterr().out.splitlines()

    return given


def test_a_jog_is_answered_at_once_and_when_it_is_done(answer, emulated, capsys):
    assert answer("jog 2 -80 -60 5") == ["ok jog 2 -80 -60 5"]
    assert emulated.pendant.is_busy
    for _ in range(20_000):
        emulated.pendant.step(0.001)
        emulated.pendant._arm.step()
    assert answer("detach") == ["ok detach", "done jog 2 -80 -60 5"]
    assert emulated.hung == [(0.0, 0.0, 0.0, 0.0)]


def test_a_load_hangs_where_the_line_says(answer, emulated):
    assert answer("attach 2.4 0.05 0 0.08") == ["ok attach 2.4 0.05 0 0.08"]
    assert emulated.hung == [(2.4, 0.05, 0.0, 0.08)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("jog", "it has to be jog JOINT FROM TO SPEED, in degrees and °/s."),
        ("jog 2 0 10", "it has to be jog JOINT FROM TO SPEED, in degrees and °/s."),
        ("jog 2 0 ten 5", "it has to be jog JOINT FROM TO SPEED, in degrees and °/s."),
        ("jog 2 0 nan 5", "it has to be jog JOINT FROM TO SPEED, in degrees and °/s."),
        ("jog 7 0 10 5", "the joints are 1 to 6."),
        ("jog 0 0 10 5", "the joints are 1 to 6."),
        ("jog 1.5 0 10 5", "the joints are 1 to 6."),
        ("jog 2 -400 10 5", "joint 2 goes from -360 to 360 degrees."),
        ("jog 2 10 10 5", "it begins where it ends."),
        ("jog 2 0 10 0", "the speed is above 0 and at most 120 °/s."),
        ("jog 2 0 10 500", "the speed is above 0 and at most 120 °/s."),
        ("attach 0 0 0 0", "a load has more than 0 and at most 100 kg; detach takes it off."),
        ("attach 1 0 0 80", "the centre is at most 2 m from the flange."),
        ("attach 1 0 0", "it has to be attach KG X Y Z, in kg and m."),
        ("detach 1", "it has to be detach alone."),
    ],
)
def test_a_wrong_line_gets_one_sentence_and_changes_nothing(answer, emulated, line, reason):
    assert answer(line) == [f"refused {line}: {reason}"]
    assert not emulated.pendant.is_busy
    assert not emulated.hung


def test_nobody_jogs_an_arm_that_a_program_has(answer, emulated):
    emulated.may_jog = False
    assert answer("jog 2 -80 -60 5") == ["refused jog 2 -80 -60 5: a program or a stop has the arm."]


def test_a_jog_that_ended_early_says_so(answer, emulated):
    answer("jog 2 -80 -60 5")
    emulated.may_jog = False
    emulated.pendant.step(0.001)
    said = answer("detach")
    assert said[1] == "ended jog 2 -80 -60 5: the controller no longer lets the pendant move the arm."


def test_rows_of_a_recording_have_no_arm(answer, emulated):
    emulated.pendant = None
    assert answer("jog 2 -80 -60 5") == ["refused jog 2 -80 -60 5: recorded rows have no arm."]


def test_other_lines_are_for_somebody_else(emulated):
    assert not PendantLines(argparse.Namespace(json=None), emulated).obey("power-off")
