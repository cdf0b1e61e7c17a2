"""Bags of any length: the table grows, progress is reported, and the reading can be stopped."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from core.monitor import Cancelled, NullMonitor
from core.recognition.bag_table import _Rows, read_bag_table
from tests.core.recognition.test_bags import joint_states, write_bag
from tests.core.recognition.written_forms import made_motion


@dataclass
class Stamp:
    sec: int = 1
    nanosec: int = 0


@dataclass
class Header:
    stamp: Stamp = field(default_factory=Stamp)


@dataclass
class Message:
    position: np.ndarray
    name: list
    header: Header = field(default_factory=Header)


def test_a_bag_that_does_not_say_how_many_messages_it_has():
    rows = _Rows(0)
    for number in range(5000):
        rows.add(Message(np.array([number, -number], dtype=np.float64), ["a", "b"]), number)
    (one,) = rows.fields
    assert rows.values(one)[:, 0] == pytest.approx(np.arange(5000))
    assert rows.values(one)[:, 1] == pytest.approx(-np.arange(5000.0))
    assert rows.stamps[:, 1].tolist() == list(range(5000))


def test_joints_in_another_order_are_put_right_and_others_are_counted():
    rows = _Rows(4)
    rows.add(Message(np.array([1.0, 2.0]), ["a", "b"]), 0)
    rows.add(Message(np.array([20.0, 10.0]), ["b", "a"]), 1)
    rows.add(Message(np.array([9.0, 30.0, 40.0]), ["gripper", "b", "a"]), 2)
    rows.add(Message(np.array([5.0]), ["gripper"]), 3)
    rows.add(Message(np.array([5.0]), ["a", "b"]), 4)
    (one,) = rows.fields
    assert rows.values(one).tolist() == [[1.0, 2.0], [10.0, 20.0], [40.0, 30.0]]
    assert rows.skipped["other-joints"] == 2


class Stops(NullMonitor):
    def check(self):
        raise Cancelled


def test_reading_a_bag_can_be_stopped(tmp_path):
    path = write_bag(tmp_path / "bag", joint_states(made_motion()))
    with pytest.raises(Cancelled):
        read_bag_table(path, monitor=Stops())
