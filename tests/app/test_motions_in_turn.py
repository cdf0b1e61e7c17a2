"""Motions that follow each other: the one under way by the share of the time, and the row of each."""

from types import SimpleNamespace

import pytest

from app.arm.procedure import MotionsInTurn


def motion(seconds: float, **facts: int) -> SimpleNamespace:
    """A planned motion with a duration and the facts of its joint."""
    return SimpleNamespace(facts=facts, preview=SimpleNamespace(duration=seconds))


WAY, STROKE, BACK = motion(2.0, move=1), motion(3.0, joint=1, pose=0), motion(3.0, joint=1, pose=0)
OTHER_POSE, OTHER_JOINT = motion(1.0, joint=1, pose=1), motion(1.0, joint=2, pose=1)
TURNS = MotionsInTurn([WAY, STROKE, BACK, WAY, OTHER_POSE, OTHER_JOINT])  # type: ignore[list-item]


def test_the_way_belongs_to_what_follows_and_a_pose_is_a_row_of_its_own() -> None:
    assert TURNS.row_of == [0, 0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("passed_s", "place", "since_s"),
    [
        (0.0, 0, 0.0),
        (1.5, 0, 1.5),
        (2.0, 1, 0.0),
        (6.0, 2, 1.0),
        (11.5, 5, 0.5),
        (12.0, 5, 1.0),
        (20.0, 5, 1.0),
    ],
)
def test_the_motion_under_way_follows_from_the_time(passed_s: float, place: int, since_s: float) -> None:
    now = TURNS.at(passed_s / 12.0)
    assert now is not None
    assert now[0] == place
    assert now[1] == pytest.approx(since_s)


def test_without_motions_none_is_under_way() -> None:
    assert MotionsInTurn(()).at(0.5) is None
