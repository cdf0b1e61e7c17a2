"""Recordings of two programs joined on their clocks: known offsets and drifts come back within their ±."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import BadRequest, NotEnoughData
from core.exchange.joining import align, join_all, join_recordings
from core.recording import Origin, Quantity, Recording

SECONDS = 60.0


def path(time: np.ndarray) -> np.ndarray:
    return np.stack(
        [np.sin(0.7 * time) + 0.4 * np.sin(2.3 * time), 0.6 * np.cos(1.1 * time) + 0.2 * np.sin(3.7 * time)],
        axis=1,
    )


def made(
    label: str,
    *,
    rate_hz: float,
    second: Quantity,
    offset: float = 0.0,
    drift: float = 0.0,
    begin: float = 0.0,
    noise: float = 1e-4,
    seed: int = 1,
) -> Recording:
    """A recording whose clock ``t`` is at ``t + offset + drift · (t − begin)`` on the true one."""
    time = begin + np.arange(round(SECONDS * rate_hz)) / rate_hz
    true = time + offset + drift * (time - begin)
    position = path(true) + noise * np.random.default_rng(seed).normal(size=(time.size, 2))
    columns = {Quantity.POSITION: position, second: np.cos(path(true))}
    return Recording(label, time, columns, origin=Origin(file=f"{label}.csv", sha256=label))


@settings(max_examples=12, deadline=None)
@given(
    offset=st.floats(-8.0, 8.0),
    drift=st.floats(-3e-4, 3e-4),
    rate_hz=st.sampled_from([50.0, 125.0, 333.0]),
    begin=st.sampled_from([0.0, 1.7e9]),
    seed=st.integers(0, 1000),
)
def test_offset_and_drift_come_back_within_their_uncertainty(
    offset: float, drift: float, rate_hz: float, begin: float, seed: int
) -> None:
    one = made("one", rate_hz=100.0, second=Quantity.CURRENT, seed=seed)
    two = made(
        "two",
        rate_hz=rate_hz,
        second=Quantity.TEMPERATURE,
        offset=offset - begin,
        drift=drift,
        begin=begin,
        seed=seed + 1,
    )
    found = align(one, two)
    assert found.common is Quantity.POSITION
    assert abs(found.offset - (offset - begin)) < 5.0 * found.offset_std + 1e-4
    assert abs(found.drift - drift) < 5.0 * found.drift_std + 2e-6
    assert found.offset_std < 1e-3
    assert found.drift_std < 3e-5
    assert found.correlation > 0.98


def test_the_joined_recording_has_the_columns_of_both_on_the_first_clock() -> None:
    one = made("one", rate_hz=100.0, second=Quantity.CURRENT)
    two = made("two", rate_hz=250.0, second=Quantity.TEMPERATURE, offset=3.0, drift=1e-4, begin=20.0, seed=2)
    joined = join_recordings(one, two).recording
    assert set(joined.columns) == {Quantity.POSITION, Quantity.CURRENT, Quantity.TEMPERATURE}
    time = np.asarray(joined.time)
    assert time[0] == pytest.approx(23.0, abs=0.02)
    assert joined.columns[Quantity.TEMPERATURE][:] == pytest.approx(np.cos(path(time)), abs=2e-3)
    assert [one.code for one in joined.dropped] == ["join-outside"]
    assert joined.origin.file == "one.csv + two.csv"
    whole, clocks = join_all([one, two])
    assert whole.sample_count == joined.sample_count
    assert list(clocks) == ["two"]


def test_a_gap_of_the_second_recording_is_not_filled() -> None:
    one = made("one", rate_hz=100.0, second=Quantity.CURRENT)
    two = made("two", rate_hz=100.0, second=Quantity.TEMPERATURE, seed=2)
    kept = np.r_[0:3000, 3200:6000]
    holed = replace(
        two,
        time=two.time[kept],
        columns={name: np.asarray(column[:])[kept] for name, column in two.columns.items()},
    )
    joined = join_recordings(one, holed).recording
    assert "join-gap" in {entry.code for entry in joined.dropped}
    assert not np.any((joined.time > 30.05) & (joined.time < 31.95))


def test_what_cannot_be_joined_is_refused() -> None:
    one = made("one", rate_hz=100.0, second=Quantity.CURRENT)
    other = replace(one, label="other", columns={Quantity.TEMPERATURE: one.columns[Quantity.CURRENT]})
    with pytest.raises(BadRequest) as no_channel:
        join_recordings(one, other)
    assert no_channel.value.code == "join-no-common-channel"
    strange = made("strange", rate_hz=100.0, second=Quantity.TEMPERATURE)
    noise = np.cumsum(np.random.default_rng(5).normal(size=(strange.sample_count, 2)), axis=0)
    with pytest.raises(BadRequest) as poor:
        join_recordings(one, replace(strange, columns={**strange.columns, Quantity.POSITION: noise}))
    assert poor.value.code == "join-poor-correlation"
    assert poor.value.facts["correlation"] < 0.9
    with pytest.raises(BadRequest) as same:
        join_recordings(one, replace(one, label="again"))
    assert same.value.code == "join-nothing-new"
    with pytest.raises(NotEnoughData):
        join_recordings(one.block(0, 500), made("two", rate_hz=100.0, second=Quantity.TEMPERATURE))
