"""The parts of one joint's deflection, fitted in passes; each uses the stiffness and ripple of the last.

Play radii are torques and so need the stiffness; the dead band of a gap needs the error of the loads;
and ripple is searched for in the residual of the unfiltered deflection.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from core.elasticity.joint_parts import (
    FEWEST_BLOCKS,
    OTHER_SLIPS,
    IntArray,
    JointRows,
    PartsFit,
    PartValues,
    fit_parts,
    part_columns,
    radii_for,
    time_blocks,
)
from core.elasticity.result import Measured
from core.elasticity.ripple import RippleLines, RippleSamples, find_ripple
from core.elasticity.settings import ElasticitySettings
from core.elasticity.twist_rows import BoolArray, RawTwist
from core.monitor import Monitor
from core.recording import FloatArray

PASSES = 3
SLOWEST_TURNS_S = 0.1
"""Motor speed below which the motor counts as at rest, turns per second."""
LONGEST_BLOCK_S = 1.5
"""Length of the time blocks of the jackknife, s, longer than the residual's correlation."""
SHORTEST_BLOCK_S = 0.4
ENOUGH_BLOCKS = 16
_LEAST_SURE = 3.0
"""Significance of a compliance, in standard deviations, that is more than noise."""
_DEAD_BAND = 1.5
"""Loads within this multiple of their own error may have either sign."""
_MOST_LOAD_STD = 0.25
"""Largest load error relative to the smaller of the loads in both directions."""
_SIDE = 0.02
"""Share of the loads with a certain sign that each sign needs before a gap is fitted, and"""
_FEWEST_SIDE = 40
"""the smallest number of such rows."""
_OTHER_RATIO = 0.003
"""Smallest error of the ratio of the encoders that is reported."""
_RATIO_SURE, _RATIO_GAIN = 4.0, -0.5
"""Significance of such an error, and change of the residual's logarithm from which it explains more."""
_FILTER_ORDER = 8.0
"""Exponent of the low-pass' gain, forward and backward: 1 / (1 + (f / cut-off)^8)."""


@dataclass(frozen=True, eq=False)
class JointFit:
    """The parts of a joint's deflection.

    ``cleaned`` (M,) rad (m) is the deflection without offset, lag, rotor, damping and ripple, and
    ``explained`` (M,) all parts together, in all rows.
    """

    rows: JointRows
    fit: PartsFit
    values: PartValues
    used: BoolArray
    """Mask (M,) of the fitted rows."""
    ripple: RippleLines | None
    ripple_range: float
    """Range of motor turns with ripple samples."""
    target: FloatArray
    """Deflection (M,) without ripple, rad (m)."""
    cleaned: FloatArray
    explained: FloatArray
    blocks: int
    drawn: FloatArray = field(default_factory=lambda: np.empty((0, 0)))
    """Coefficients (DRAWS, p) for loads from other likely model parameters."""
    other: "tuple[PartsFit, PartValues] | None" = None
    """The fit with friction elements that slip at other deflections."""
    free_gap: PartsFit | None = None
    """The fit with an unbounded gap, where it would be negative: the source of its uncertainty."""
    ratio: float | None = None
    """Motor turns per link turn, where another ratio than described explains far more; no twist then."""

    def measured(self, value_of: Callable[[PartValues, FloatArray], float]) -> Measured:
        """A value with its uncertainty from scatter over time, load parameters, and hysteresis form."""
        own = self.fit.measured(lambda row: value_of(self.values, row))
        variance = own.std**2
        if self.free_gap is not None and value_of is PartValues.backlash:
            variance = self.free_gap.measured(lambda row: value_of(self.values, row)).std ** 2
        if self.drawn.size:
            drawn = np.array([value_of(self.values, row) for row in self.drawn])
            variance += float(np.mean(np.square(drawn - own.value)))
        if self.other is not None:
            fit, values = self.other
            variance += (value_of(values, fit.coefficients) - own.value) ** 2
        return Measured(own.value, float(np.sqrt(variance)))


def fit_joint(
    rows: JointRows,
    raw: Sequence[RawTwist],
    joint: int,
    *,
    settings: ElasticitySettings,
    monitor: Monitor,
) -> JointFit | None:
    """Separate the parts of one joint's deflection.

    Parameters
    ----------
    rows
        Rows of the joint from all recordings.
    raw
        Unfiltered twist of each recording.

    Returns
    -------
    None where there are too few rows for any number.
    """
    if np.count_nonzero(rows.keep) < 10 * FEWEST_BLOCKS:
        return None
    found: JointFit | None = None
    for _ in range(PASSES):
        monitor.check()
        found = _pass(rows, raw, joint, found, settings=settings)
        if found is None:
            return None
    return None if found is None else _with_doubts(found, recordings=len(raw))


def _with_doubts(found: JointFit, *, recordings: int) -> JointFit:
    """The fit with the alternatives for its uncertainty: other loads and other friction elements."""
    rows, used, places = found.rows, found.used, found.values.places
    with_gap = places.gap is not None
    columns, _ = part_columns(rows, radii=places.radii, with_gap=with_gap, recordings=recordings)
    columns = columns[used]
    target = found.target[used]
    drawn = []
    for error in rows.load_errors[used].T:
        changed = columns.copy()
        changed[:, places.load] += error
        drawn.append(found.fit.with_changed(changed, target))
    other = free_gap = None
    stiffness = _known_stiffness(found)
    blocks = time_blocks(rows.recording[used], rows.time[used], block_s=_block_length(rows))
    if places.gap is not None and places.gap not in found.fit.free:
        bound = places.not_positive[places.not_positive != places.gap]
        free_gap = fit_parts(columns, target, blocks, not_positive=bound)
    if stiffness is not None:
        radii = radii_for(rows, stiffness=stiffness, slips=OTHER_SLIPS)
        columns, places = part_columns(rows, radii=radii, with_gap=with_gap, recordings=recordings)
        fit = fit_parts(columns[used], target, blocks, not_positive=places.not_positive)
        other = (fit, PartValues(places, found.values.load_span))
    return replace(found, drawn=np.array(drawn), other=other, free_gap=free_gap, ratio=_ratio(found, blocks))


def _ratio(found: JointFit, blocks: IntArray) -> float | None:
    """Ratio of the two encoders by a part of the deflection that is proportional to the position.

    A twist follows the load. Where load and position are alike, the jackknife does not find it sure.
    """
    rows, used, places = found.rows, found.used, found.values.places
    columns, _ = part_columns(
        rows, radii=places.radii, with_gap=places.gap is not None, recordings=places.offsets.stop
    )
    columns = np.column_stack([columns, rows.position])[used]
    fit = fit_parts(columns, found.target[used], blocks, not_positive=places.not_positive)
    more = fit.measured(lambda row: float(row[-1]))
    least = np.finfo(np.float64).tiny
    gain = np.log(max(float(np.std(fit.residual)), least) / max(float(np.std(found.fit.residual)), least))
    is_off = abs(more.value) > max(_OTHER_RATIO, _RATIO_SURE * more.std) and gain < _RATIO_GAIN
    return 1.0 + more.value if is_off else None


def _pass(
    rows: JointRows,
    raw: Sequence[RawTwist],
    joint: int,
    before: JointFit | None,
    *,
    settings: ElasticitySettings,
) -> JointFit | None:
    ripple = None if before is None else before.ripple
    low, high = rows.load_range
    stiffness = _known_stiffness(before)
    radii = () if stiffness is None else radii_for(rows, stiffness=stiffness)
    load_std = 0.0 if stiffness is None or before is None else _load_std(before, stiffness)
    # without a gap term the residual contains the gap, and would make every load's sign uncertain
    load_std = min(load_std, _MOST_LOAD_STD * min(high, -low)) if low < 0.0 < high else load_std
    sides = _sides(rows, load_std) if stiffness is not None else (True, True)
    with_gap = stiffness is not None and all(sides)
    columns, places = part_columns(rows, radii=radii, with_gap=with_gap, recordings=len(raw))
    waves = _ripple_at(rows, raw, joint, ripple, cutoff_hz=settings.filter_hz)
    used = rows.keep & np.isfinite(waves)
    if stiffness is not None and low < 0.0 < high:
        # across an undetermined gap, loads of the other sign would look like a softer gear
        used &= ((rows.load >= load_std) & sides[1]) | ((rows.load <= -load_std) & sides[0])
    block_s = _block_length(rows)
    blocks = time_blocks(rows.recording[used], rows.time[used], block_s=block_s)
    if blocks.size == 0 or blocks.max() + 1 < FEWEST_BLOCKS:
        return None
    fit = fit_parts(columns[used], (rows.deflection - waves)[used], blocks, not_positive=places.not_positive)
    explained = columns @ fit.coefficients
    values = PartValues(places, high - low)
    samples = _ripple_samples(rows, raw, joint, explained, block_s=block_s)
    side = np.ones(columns.shape[1], dtype=bool)
    side[[places.load, *places.gap_and_plays]] = False
    return JointFit(
        rows=rows,
        fit=fit,
        values=values,
        used=used,
        ripple=None
        if samples is None
        else find_ripple(samples, highest=settings.highest_order, most=settings.most_lines),
        ripple_range=0.0 if samples is None else samples.range,
        target=rows.deflection - waves,
        cleaned=rows.deflection - waves - columns[:, side] @ fit.coefficients[side],
        explained=explained + waves,
        blocks=int(blocks.max()) + 1,
    )


def _block_length(rows: JointRows) -> float:
    """Length of the time blocks, s, shorter if the recording is short."""
    step = float(np.median(np.diff(rows.time[rows.spans[0]])))
    lasting = step * np.count_nonzero(rows.keep)
    return float(np.clip(lasting / ENOUGH_BLOCKS, SHORTEST_BLOCK_S, LONGEST_BLOCK_S))


def _known_stiffness(before: JointFit | None) -> float | None:
    """A stiffness that is positive and significant, else None."""
    if before is None:
        return None
    place = before.values.places.load
    compliance = before.fit.measured(lambda row: float(row[place]))
    return 1.0 / compliance.value if compliance.value > _LEAST_SURE * compliance.std else None


def _load_std(before: JointFit, stiffness: float) -> float:
    """Error of the loads if it caused the whole residual, N·m."""
    return float(_DEAD_BAND * stiffness * np.std(before.fit.residual))


def _sides(rows: JointRows, load_std: float) -> tuple[bool, bool]:
    """True for loads below and above zero if enough of them have a certain sign."""
    load = rows.load[rows.keep]
    less, more = int(np.count_nonzero(load < -load_std)), int(np.count_nonzero(load > load_std))
    needed = min(max(_FEWEST_SIDE, _SIDE * (less + more)), max(less, more))
    return less >= needed, more >= needed


def _ripple_at(
    rows: JointRows,
    raw: Sequence[RawTwist],
    joint: int,
    ripple: RippleLines | None,
    *,
    cutoff_hz: float,
) -> FloatArray:
    """The ripple lines (M,) at the rows, attenuated as by the low-pass; NaN where motor turns are unknown."""
    found = np.zeros(rows.time.size)
    if ripple is None or not ripple.lines:
        return found
    for number, own in enumerate(raw):
        at = rows.recording == number
        turns = np.interp(rows.time[at], own.time, own.turns[:, joint], left=np.nan, right=np.nan)
        speed = np.abs(np.gradient(turns, rows.time[at])) if turns.size > 1 else np.zeros(turns.size)

        def gain(order: float, speed: FloatArray = speed) -> FloatArray:
            return np.asarray(1.0 / (1.0 + (order * speed / cutoff_hz) ** _FILTER_ORDER))

        found[at] = ripple.at(turns, recording=number, gain=gain)
    return found


def _ripple_samples(
    rows: JointRows, raw: Sequence[RawTwist], joint: int, explained: FloatArray, *, block_s: float
) -> RippleSamples | None:
    """Residual of the unfiltered deflection for the ripple search; None if no motor turns are known."""
    pieces = []
    for number, own in enumerate(raw):
        at = rows.recording == number
        if np.count_nonzero(at) < 2 or not np.all(np.isfinite(own.turns[:, joint])):
            continue
        inside = (own.time >= rows.time[at][0]) & (own.time <= rows.time[at][-1])
        rest = own.deflection[inside, joint] - np.interp(own.time[inside], rows.time[at], explained[at])
        turns = own.turns[inside, joint]
        travel = np.abs(np.diff(turns, append=turns[-1:]))
        travel[np.diff(own.stretch[inside], append=np.inf) != 0.0] = 0.0
        speed = travel / np.diff(own.time[inside], append=np.inf)
        good = np.isfinite(rest) & (speed > SLOWEST_TURNS_S)
        pieces.append(
            (
                rest[good],
                turns[good],
                travel[good],
                speed[good],
                own.time[inside][good],
                np.full(good.sum(), number),
            )
        )
    if not pieces:
        return None
    joined = [np.concatenate(parts) for parts in zip(*pieces, strict=True)]
    rest, turns, travel, speed, time, recording = joined
    if not rest.size:
        return None
    numbers = recording.astype(np.intp)
    blocks = time_blocks(numbers, time, block_s=block_s)
    return RippleSamples(rest, turns, travel, speed, blocks, numbers, recordings=len(raw))
