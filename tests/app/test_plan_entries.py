"""What people type about a plan, read and written back."""

import math

import pytest

from app.plan_entries import (
    boxes_text,
    height_text,
    joints_text,
    parse_boxes,
    parse_from_one,
    parse_height,
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


@pytest.mark.parametrize(
    ("text", "height"), [("0 mm", 0.0), ("-300", -0.3), ("0,4 m", 0.4), ("12 cm", 0.12), ("", None)]
)
def test_height(text, height):
    assert parse_height(text) == (None if height is None else pytest.approx(height))
    back = parse_height(height_text(height))
    assert back is height is None or math.isclose(back, height)


def test_no_height():
    with pytest.raises(NotUnderstood):
        parse_height("on the ground")


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


def test_counts_from_one():
    assert parse_from_one("5") == 5
    for text in ("0", "-1", "two", ""):
        with pytest.raises(NotUnderstood):
            parse_from_one(text)
