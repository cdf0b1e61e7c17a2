"""Matching of ripple lines between two visits: common, appeared and vanished lines."""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from core.elasticity.compared import Change, Line, TwistQuantity
from core.elasticity.result import JointElasticity, Measured, Ripple, RippleSpectrum

SAME_LINE_SHARE = 0.01
"""Relative difference in cycles per motor turn below which lines match, beyond their uncertainty."""
_SIGMAS = 3.0


def line_changes(before: JointElasticity, after: JointElasticity) -> Iterator[Change]:
    """Every line of either visit, once, still without its difference."""
    pairs = matched_lines(before.ripple, after.ripple)
    for one, other in pairs:
        yield _change(before.ripple[one], after.ripple[other], line=Line.BOTH)
    for place, gone in enumerate(before.ripple):
        if place not in [one for one, _ in pairs]:
            yield _change(gone, amplitude_near(after.spectrum, gone), line=Line.VANISHED)
    for place, new in enumerate(after.ripple):
        if place not in [other for _, other in pairs]:
            yield _change(amplitude_near(before.spectrum, new), new, line=Line.APPEARED)


def matched_lines(before: Sequence[Ripple], after: Sequence[Ripple]) -> list[tuple[int, int]]:
    """Indices of the matching lines, the closest pairs first, each line at most once."""
    near = sorted(
        (abs(one.cycles_per_motor_turn - other.cycles_per_motor_turn), first, second)
        for first, one in enumerate(before)
        for second, other in enumerate(after)
        if are_same(one, other)
    )
    pairs: list[tuple[int, int]] = []
    for _, first, second in near:
        if all(first != taken and second != used for taken, used in pairs):
            pairs.append((first, second))
    return sorted(pairs)


def are_same(one: Ripple, other: Ripple) -> bool:
    """True if two lines have the same order, within their uncertainty."""
    distance = abs(one.cycles_per_motor_turn - other.cycles_per_motor_turn)
    return distance <= max(_share(one), _share(other)) + math.hypot(_doubt(one), _doubt(other))


def amplitude_near(spectrum: RippleSpectrum | None, line: Ripple) -> Ripple | None:
    """The spectrum's amplitude near a line of the other visit, with that line's uncertainty.

    The largest amplitude nearby is used: a line that only shifted has not vanished. None outside the
    spectrum's range.
    """
    if spectrum is None or spectrum.cycles_per_motor_turn.size == 0:
        return None
    cycles, place = spectrum.cycles_per_motor_turn, line.cycles_per_motor_turn
    if not cycles.min() <= place <= cycles.max():
        return None
    near = spectrum.amplitude[np.abs(cycles - place) <= _share(line) + _doubt(line)]
    between = float(np.interp(place, cycles, spectrum.amplitude))
    largest = max(between, float(near.max())) if near.size else between
    if not math.isfinite(largest):
        return None
    return Ripple(place, line.cycles_std, largest, line.amplitude_std, line.cause)


def _share(line: Ripple) -> float:
    return SAME_LINE_SHARE * abs(line.cycles_per_motor_turn)


def _doubt(line: Ripple) -> float:
    return _SIGMAS * line.cycles_std if math.isfinite(line.cycles_std) else 0.0


def _change(before: Ripple | None, after: Ripple | None, *, line: Line) -> Change:
    known = after or before
    return Change(
        TwistQuantity.RIPPLE,
        None if before is None else Measured(before.amplitude, before.amplitude_std),
        None if after is None else Measured(after.amplitude, after.amplitude_std),
        cycles_per_motor_turn=None if known is None else known.cycles_per_motor_turn,
        line=line,
    )
