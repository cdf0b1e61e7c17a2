"""Lines of ripple in two visits: which are the same, which appeared, which vanished."""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from core.elasticity.compared import Change, Line, TwistQuantity
from core.elasticity.result import JointElasticity, Measured, Ripple, RippleSpectrum

SAME_LINE_SHARE = 0.01
"""Of the cycles per motor turn: lines so near are one, beyond what their own doubt allows."""
_SIGMAS = 3.0


def line_changes(before: JointElasticity, after: JointElasticity) -> Iterator[Change]:
    """Every line that a visit has, once, without its difference yet."""
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
    """Places of the lines that are the same in both, the nearest found first, each at most once."""
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
    """Whether two lines come equally often in a motor turn, as far as both are known."""
    distance = abs(one.cycles_per_motor_turn - other.cycles_per_motor_turn)
    return distance <= max(_share(one), _share(other)) + math.hypot(_doubt(one), _doubt(other))


def amplitude_near(spectrum: RippleSpectrum | None, line: Ripple) -> Ripple | None:
    """What the spectrum has where a line of the other visit is, as doubtful as that line's amplitude.

    The largest amplitude nearby: a line that only moved is none that vanished. None outside
    the spectrum, where nothing was looked for.
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
