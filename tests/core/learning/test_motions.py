"""Which rows belong to the same motion: repetitions are found wherever they are."""

from dataclasses import replace

import numpy as np
import pytest

from core.learning.learn import SEGMENTS, find_motions
from core.learning.samples import ResidualInputs, ResidualSamples
from core.monitor import NullMonitor
from tests.core.learning.residuals import samples_along

MONITOR = NullMonitor()


def shifted(samples, rows, *, error=1e-3):
    """The same motion again, its rows a fraction of a row later and a little off."""
    inputs = samples.inputs
    random = np.random.default_rng(rows)

    def later(values):
        between = 0.5 * (values[:-1] + values[1:])[rows:]
        return between + error * values.std(axis=0) * random.normal(size=between.shape)

    moved = replace(
        inputs,
        position=later(inputs.position),
        velocity=later(inputs.velocity),
        deflection=later(inputs.deflection),
        deflection_rate=later(inputs.deflection_rate),
        load=later(inputs.load),
    )
    count = moved.position.shape[0]
    return ResidualSamples(moved, samples.residual[:count], samples.keep[:count])


def test_different_recordings_are_different_motions():
    samples = {"a": samples_along(1), "b": samples_along(2), "c": samples_along(3)}
    motions = find_motions(samples, monitor=MONITOR)
    assert motions.names == ("a", "b", "c")
    assert not motions.divided
    np.testing.assert_array_equal(motions.number, np.repeat([0, 1, 2], 1200))


def test_a_repetition_belongs_to_the_motion_it_repeats():
    first = samples_along(1)
    samples = {"a": first, "other": samples_along(2), "again": shifted(first, 7)}
    motions = find_motions(samples, monitor=MONITOR)
    assert motions.names == ("a", "other")
    assert np.mean(motions.number[2400:] == 0) > 0.99


def test_recordings_of_one_motion_only_are_divided():
    first = samples_along(1)
    motions = find_motions({"a": first, "again": shifted(first, 3)}, monitor=MONITOR)
    assert motions.divided
    assert len(motions.names) == SEGMENTS
    assert set(motions.number) == set(range(SEGMENTS))
    # each row of the repetition is left out together with the row that it repeats
    assert np.mean(motions.number[1200:] == motions.number[3:1199]) > 0.98


@pytest.mark.parametrize("period", [5.0, 10.0])
def test_cycles_within_a_recording_are_left_out_together(period):
    samples = {"cycles": samples_along(4, seconds=20.0, period=period)}
    motions = find_motions(samples, monitor=MONITOR)
    assert motions.divided
    rows = int(period * 60.0)
    assert np.mean(motions.number[rows:] == motions.number[:-rows]) > 0.98


def test_a_too_short_recording_is_never_left_out():
    samples = {"a": samples_along(1), "b": samples_along(2), "short": samples_along(3, seconds=2.0)}
    motions = find_motions(samples, monitor=MONITOR)
    assert motions.names == ("a", "b")
    assert set(motions.number[2400:]) == {-1}


def test_an_arm_at_rest_for_long_is_one_motion():
    still = np.zeros((3000, 6))
    inputs = ResidualInputs(still, still, still, still, still)
    samples = {
        "rest": ResidualSamples(inputs, still, np.ones(still.shape, dtype=bool)),
        "a": samples_along(1),
    }
    motions = find_motions(samples, monitor=MONITOR)
    assert np.all(motions.number[:3000] == motions.number[0])
