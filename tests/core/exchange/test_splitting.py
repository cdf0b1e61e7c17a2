"""Runs in one recording, split where the arm rests."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from core.errors import BadRequest
from core.exchange.arrangement import PAUSE_S, split_at_pauses
from core.recording import Event, Quantity, Recording

RATE_HZ = 100.0


def made(*pauses: float, noise: float = 1e-5) -> Recording:
    """Runs of 8 s with these rests in between."""
    parts, place = [], 0.0
    for pause in (*pauses, 1.0):
        swing = place + 0.5 * (1.0 - np.cos(np.pi * np.arange(800) / 400.0))
        parts += [swing, np.full(round(pause * RATE_HZ), swing[-1])]
        place = float(swing[-1])
    joint = np.concatenate(parts)
    position = np.stack([joint, np.zeros_like(joint)], axis=1)
    position += noise * np.random.default_rng(0).normal(size=position.shape)
    time = np.arange(joint.size) / RATE_HZ
    columns = {Quantity.POSITION: position, Quantity.TORQUE: position + 1.0}
    return Recording("log", time, columns, events=(Event(2.0, "begun"), Event(14.0, "begun")))


@pytest.mark.parametrize("pauses", [(3.0,), (3.0, 5.0), (2.5, 0.8, 4.0)])
def test_each_long_rest_parts_two_runs(pauses: tuple[float, ...]) -> None:
    whole = made(*pauses)
    parts = split_at_pauses(whole)
    long = [pause for pause in pauses if pause > PAUSE_S]
    assert [part.label for part in parts] == [f"log-{number}" for number in range(1, len(long) + 2)]
    assert sum(part.duration for part in parts) > whole.duration - sum(long) - 0.5
    for one, two in pairwise(parts):
        assert one.time[-1] < two.time[0]


def test_columns_and_events_go_with_their_run() -> None:
    first, second = split_at_pauses(made(3.0))
    assert [event.time for event in first.events] == [2.0]
    assert [event.time for event in second.events] == [14.0]
    assert second.columns[Quantity.TORQUE][:] == pytest.approx(second.columns[Quantity.POSITION][:] + 1.0)


def test_a_recording_without_pauses_stays_as_it_is() -> None:
    whole = made(0.5)
    assert split_at_pauses(whole) == (whole,)


def test_a_gap_of_the_clock_parts_runs_and_is_in_neither() -> None:
    whole = made(0.0)
    late = np.where(np.arange(whole.sample_count) >= 800, whole.time + 10.0, whole.time)
    first, second = split_at_pauses(replace(whole, time=late))
    assert first.time[-1] < 8.0
    assert second.time[0] >= 18.0


def test_without_positions_it_is_refused() -> None:
    bare = replace(made(3.0), columns={Quantity.TORQUE: np.zeros((1700, 2))})
    with pytest.raises(BadRequest) as refused:
        split_at_pauses(bare)
    assert refused.value.code == "no-position"
