"""What people type about a plan, read and written back."""

import pytest

from app.speech.entries import (
    boxes_text,
    joints_text,
    parse_boxes,
    parse_joints,
)
from app.speech.quantities import NotUnderstood
from core.robot.surroundings import Box


@pytest.mark.parametrize(
    ("text", "joints"),
    [("", ()), ("4 5 6", (3, 4, 5)), ("4,5; 6", (3, 4, 5)), ("2-4 6", (1, 2, 3, 5)), ("3 3 1", (0, 2))],
)
def test_joints(text, joints):
    assert parse_joints(text) == joints
    assert parse_joints(joints_text(joints)) == joints


@pytest.mark.parametrize("text", ["0", "four", "6-4", "1.5", "-2"])
def test_no_joints(text):
    with pytest.raises(NotUnderstood):
        parse_joints(text)


def test_boxes():
    table, wall = parse_boxes("table: -500 -800 0  500 -300 700; 900 -1000 0 1000 1000 2000")
    assert table == Box("table", (-0.5, -0.8, 0.0), (0.5, -0.3, 0.7))
    assert wall.name == "box 2"
    assert parse_boxes("") == ()
    assert parse_boxes(boxes_text((table, wall))) == (table, wall)


@pytest.mark.parametrize("text", ["table: 1 2 3", "1 2 3 4 5 six", "0 0 0 -1 1 1", ": 0 0 0 1 1 1"])
def test_no_box(text):
    with pytest.raises(NotUnderstood):
        parse_boxes(text)
