"""The parts of a joint's deflection under loads of which two brief peaks go far beyond the rest."""

from dataclasses import replace

import numpy as np
import pytest

from core.elasticity.joint_fit import fit_joint
from core.elasticity.joint_parts import ARCSECOND, SLIPS, JointRows, PartValues, radii_for, with_play
from core.elasticity.settings import ElasticitySettings
from core.elasticity.twist_rows import RawTwist
from core.monitor import NullMonitor

STIFFNESS, GAP, NOISE = 12_500.0, 80.0 * ARCSECOND, 3.0 * ARCSECOND
WIDEST = SLIPS[-2] * STIFFNESS
"""Radius of the element that only the peaks make slip, N·m."""
STEP_S, NOISE_LASTS = 0.01, 100


def rows_with_peaks(peak):
    """A minute of slow strokes at 70 % of ``peak`` N·m, which is reached once in each direction."""
    random = np.random.default_rng(5)
    time = np.arange(0.0, 60.0, STEP_S)
    strokes = 0.7 * peak * np.sin(2.0 * np.pi * time / 9.0)
    load = strokes.copy()
    for at, way in ((29.25, 1.0), (29.75, -1.0)):
        reached = np.interp(at, time, strokes)
        load += (way * peak - reached) * np.exp(-(((time - at) / 0.05) ** 2))
    white = random.normal(size=time.size + NOISE_LASTS - 1)
    noise = NOISE * np.convolve(white, np.ones(NOISE_LASTS), mode="valid") / np.sqrt(NOISE_LASTS)
    held = sum(load - with_play(load, slip * STIFFNESS) for slip in SLIPS[1:4])
    return JointRows(
        recording=np.zeros(time.size, dtype=np.intp),
        time=time,
        deflection=load / STIFFNESS - 9e-6 * held + 0.5 * GAP * np.sign(load) + noise,
        position=0.5 * np.sin(2.0 * np.pi * time / 7.0),
        load=load,
        velocity=0.05 * np.sign(np.gradient(strokes)),
        acceleration=random.normal(size=time.size),
        load_rate=np.gradient(load, time),
        missed=random.normal(size=time.size),
        load_errors=np.zeros((time.size, 12)),
        open_load=np.zeros(time.size),
        keep=np.ones(time.size, dtype=bool),
        spans=(slice(0, time.size),),
    )


def raw_of(rows):
    """The same twist unfiltered, without known motor turns."""
    turns = np.full((rows.time.size, 1), np.nan)
    return RawTwist(rows.time, rows.deflection[:, np.newaxis], turns, np.zeros(rows.time.size))


@pytest.mark.parametrize("beyond", [1.05, 1.1, 1.13, 1.14, 1.16, 1.2, 1.3])
def test_a_brief_peak_of_the_load_does_not_cost_the_stiffness(beyond):
    """A friction element that only the peaks make slip looks like one more spring."""
    rows = rows_with_peaks(beyond * WIDEST)
    fit = fit_joint(rows, [raw_of(rows)], 0, settings=ElasticitySettings(), monitor=NullMonitor())
    stiffness, gap = fit.measured(PartValues.stiffness), fit.measured(PartValues.backlash)
    assert stiffness.value == pytest.approx(STIFFNESS, rel=0.05)
    assert stiffness.std < 0.06 * STIFFNESS
    assert gap.value == pytest.approx(GAP, abs=5.0 * ARCSECOND)


def test_an_element_is_used_where_whole_strokes_make_it_slip():
    assert WIDEST not in radii_for(rows_with_peaks(1.15 * WIDEST), stiffness=STIFFNESS)
    assert WIDEST in radii_for(rows_with_peaks(2.0 * WIDEST), stiffness=STIFFNESS)
    assert radii_for(rows_with_peaks(0.0), stiffness=STIFFNESS) == ()


@pytest.mark.parametrize("error", [0.02, -0.02, 0.005])
def test_an_encoder_of_another_ratio_is_told_from_a_twist(error):
    rows = rows_with_peaks(1.2 * WIDEST)
    sound = fit_joint(rows, [raw_of(rows)], 0, settings=ElasticitySettings(), monitor=NullMonitor())
    assert sound.ratio is None
    wrong = replace(rows, deflection=rows.deflection + error * rows.position)
    fit = fit_joint(wrong, [raw_of(wrong)], 0, settings=ElasticitySettings(), monitor=NullMonitor())
    assert fit.ratio == pytest.approx(1.0 + error, abs=5e-4)


def test_a_position_like_the_load_tells_no_ratio():
    rows = rows_with_peaks(1.2 * WIDEST)
    alike = replace(rows, position=rows.load / np.abs(rows.load).max())
    fit = fit_joint(alike, [raw_of(alike)], 0, settings=ElasticitySettings(), monitor=NullMonitor())
    assert fit.ratio is None
