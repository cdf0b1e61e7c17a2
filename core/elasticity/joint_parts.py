"""One joint's deflection as a sum of parts: columns, meaning of coefficients, least squares.

    deflection = offset + load / K + lag · speed − Ia / K · acceleration − D / K² · load rate
                 + backlash / 2 · sign(load) + Σ c_r · (load − load with play r) + c · missed,   c_r ≤ 0

The spring's compliance ``1 / K`` is that of loads that have overcome the gear's inner friction; the
play columns make the gear stiffer just after the load reversed, and open the loop. A part
proportional to speed is lag between the channels or friction behind the gear: one column for both.

The residual is not white noise: ripple, hysteresis and model errors are correlated in time. Each time
block is left out in turn (jackknife). This gives the standard deviation of any quantity computed from
the coefficients, also by a nonlinear formula.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.compiling import kernel
from core.elasticity.result import Measured
from core.elasticity.twist_rows import BoolArray, TwistRows
from core.recording import FloatArray

ARCSECOND = float(np.radians(1.0 / 3600.0))
SLIPS = tuple(arcsec * ARCSECOND for arcsec in (10, 20, 40, 80, 160, 320))
"""Deflections at which friction elements slip, rad, one per octave over the usual range of gears."""
OTHER_SLIPS = tuple(2.0**0.5 * slip for slip in SLIPS)
"""Slip deflections between those; the difference of the two fits is an uncertainty."""
_USED = 0.9
"""Share of the load's range; elements that slip only beyond it are not identifiable."""
_SEPARABLE = 0.1
"""Share of an element's column that must remain beside load and offsets.

An element that hardly ever slips is one more spring: its compliance and the gear's cannot be told apart.
"""


# The play operator: hysteresis of a gear as a function of load alone.
#
# A gear with rate-independent losses is a spring in parallel with friction elements that slip one after
# the other (Prandtl-Ishlinskii model). Its deflection over load is a line plus, for every element, the
# load after play: it follows only after the load has reversed by twice the element's ``radius``.


IntArray = npt.NDArray[np.intp]
FEWEST_BLOCKS = 8


def with_play(load: FloatArray, radius: float) -> FloatArray:
    """The load after a play operator, (M,) for (M,) of a stretch without gaps.

    The initial state of the elements is unknown; it is taken equal to their state at the end,
    as in a repeated motion.

    Parameters
    ----------
    load
        N·m (N).
    radius
        Half the play, N·m (N).
    """
    passed = np.empty_like(load)
    if load.size:
        contiguous = np.ascontiguousarray(load)
        _run(contiguous, radius, contiguous[0], passed)
        # The second run starts from the final state of the first, so the state is periodic.
        _run(contiguous, radius, passed[-1], passed)
    return passed


@kernel
def _run(load: FloatArray, radius: float, start: float, passed: FloatArray) -> None:
    held = start
    for row in range(load.size):
        # The output stays until the load leaves the play around it, then follows at a distance of one
        # radius.
        held = min(max(held, load[row] - radius), load[row] + radius)
        passed[row] = held


@dataclass(frozen=True, eq=False)
class JointRows:
    """One joint's rows (M,) of all stretches one after the other; ``spans`` are their rows."""

    recording: IntArray
    time: FloatArray
    deflection: FloatArray
    position: FloatArray
    load: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    load_rate: FloatArray
    missed: FloatArray
    load_errors: FloatArray
    """Changes of the load with the model's parameters, (M, DRAWS)."""
    open_load: FloatArray
    keep: BoolArray
    spans: tuple[slice, ...]

    @classmethod
    def of(cls, stretches: Sequence[TwistRows], joint: int) -> "JointRows":
        """Rows of one joint, those without a deflection not kept."""

        def whole(name: str) -> FloatArray:
            return np.concatenate([getattr(rows, name)[:, joint] for rows in stretches])

        ends = np.cumsum([0, *(rows.time.size for rows in stretches)])
        deflection = whole("deflection")
        return cls(
            recording=np.concatenate([np.full(rows.time.size, rows.recording) for rows in stretches]),
            time=np.concatenate([rows.time for rows in stretches]),
            deflection=deflection,
            position=whole("position"),
            load=whole("load"),
            velocity=whole("velocity"),
            acceleration=whole("acceleration"),
            load_rate=whole("load_rate"),
            missed=whole("missed"),
            load_errors=whole("load_errors"),
            open_load=whole("open_load"),
            keep=np.concatenate([rows.keep for rows in stretches]) & np.isfinite(deflection),
            spans=tuple(slice(first, last) for first, last in pairwise(ends.tolist())),
        )

    @property
    def load_range(self) -> tuple[float, float]:
        """Smallest and largest gear load, N·m (N)."""
        kept = self.load[self.keep]
        return (float(kept.min()), float(kept.max())) if kept.size else (0.0, 0.0)

    @property
    def open_share(self) -> float:
        """Share of the load that parameters may bear which the model's motion left undetermined."""
        load, left_open = self.load[self.keep], self.open_load[self.keep]
        return float(np.linalg.norm(left_open) / np.linalg.norm(load)) if load.any() else 0.0

    @property
    def load_std(self) -> float:
        """Standard deviation of the load from the model's parameters, N·m (N)."""
        return float(np.sqrt(np.mean(self.load_errors[self.keep] ** 2))) if self.keep.any() else 0.0

    def with_play(self, radius: float) -> FloatArray:
        """The load after a play operator (M,), applied to each span separately."""
        return np.concatenate([with_play(self.load[span], radius) for span in self.spans])


@dataclass(frozen=True)
class Places:
    """Indices of the parts' coefficients."""

    offsets: slice
    load: int
    speed: int
    acceleration: int
    load_rate: int
    missed: int
    gap: int | None
    plays: slice
    radii: tuple[float, ...]

    @property
    def gap_and_plays(self) -> IntArray:
        """Columns that cause a loop of the deflection over the load, or a step in it."""
        return np.array(
            [*([] if self.gap is None else [self.gap]), *range(self.plays.start, self.plays.stop)]
        )

    @property
    def not_positive(self) -> IntArray:
        """Coefficients that must not be positive, for physical reasons."""
        return np.array([self.load_rate, *self.gap_and_plays])


def part_columns(
    rows: JointRows, *, radii: Sequence[float], with_gap: bool, recordings: int
) -> tuple[FloatArray, Places]:
    """Columns (M, p) of all rows, used or not, and their meaning.

    Parameters
    ----------
    radii
        Play radii, N·m.
    recordings
        Number of recordings; each has its own offset.
    """
    each = np.arange(recordings)
    columns = [
        *(rows.recording[:, np.newaxis] == each).T.astype(np.float64),
        rows.load,
        rows.velocity,
        rows.acceleration,
        rows.load_rate,
        rows.missed,
    ]
    gap = len(columns) if with_gap else None
    if with_gap:
        columns.append(-np.sign(rows.load))
    first = len(columns)
    columns += [rows.load - rows.with_play(radius) for radius in radii]
    places = Places(
        offsets=slice(0, recordings),
        load=recordings,
        speed=recordings + 1,
        acceleration=recordings + 2,
        load_rate=recordings + 3,
        missed=recordings + 4,
        gap=gap,
        plays=slice(first, first + len(radii)),
        radii=tuple(radii),
    )
    return np.column_stack(columns), places


def radii_for(rows: JointRows, *, stiffness: float, slips: Sequence[float] = SLIPS) -> tuple[float, ...]:
    """Radii in N·m of the elements that slip often enough under these loads at an approximate stiffness."""
    low, high = rows.load_range
    possible = (slip * stiffness for slip in slips if 2.0 * slip * stiffness < _USED * (high - low))
    return tuple(radius for radius in possible if _slips_enough(rows, radius))


def _slips_enough(rows: JointRows, radius: float) -> bool:
    """True if the element's column is not the load once more, but for an offset of each recording."""
    held = (rows.load - rows.with_play(radius))[rows.keep]
    load, recording = rows.load[rows.keep].copy(), rows.recording[rows.keep]
    for number in np.unique(recording):
        at = recording == number
        held[at] -= held[at].mean()
        load[at] -= load[at].mean()
    squares = float(load @ load)
    left = held - load * float(load @ held) / squares if squares > 0.0 else 0.0 * held
    return float(np.linalg.norm(left)) > _SEPARABLE * float(np.linalg.norm(held))


@dataclass(frozen=True)
class PartValues:
    """Physical quantities computed from the coefficients (p,), part by part; SI at the link side."""

    places: Places
    load_span: float
    """Range from the smallest to the largest load, N·m."""

    def stiffness(self, row: FloatArray) -> float:
        """Stiffness of the gear, N·m/rad."""
        return 1.0 / float(row[self.places.load])

    def lag(self, row: FloatArray) -> float:
        """Lag between the encoder channels, s."""
        return float(row[self.places.speed])

    def rotor_inertia(self, row: FloatArray) -> float:
        """Rotor inertia in addition to that in the load, kg·m², corrected for the lag's second order."""
        # A lag t shifts the deflection by v t − a t²/2, so its second order appears in the acceleration
        # column.
        return -self.stiffness(row) * float(row[self.places.acceleration] + 0.5 * self.lag(row) ** 2)

    def damping(self, row: FloatArray) -> float:
        """Damping of the gear, N·m·s/rad."""
        return -float(row[self.places.load_rate]) * self.stiffness(row) ** 2

    def backlash(self, row: FloatArray) -> float:
        """Backlash as the whole gap, rad."""
        return 0.0 if self.places.gap is None else -2.0 * float(row[self.places.gap])

    def hysteresis_width(self, row: FloatArray) -> float:
        """Width of the hysteresis loop over the whole load range at zero load, rad."""
        return float(-2.0 * np.dot(row[self.places.plays], self.places.radii))

    def hysteresis_energy(self, row: FloatArray) -> float:
        """Energy lost in one such loop, J; backlash loses none."""
        radii = np.asarray(self.places.radii)
        return float(-2.0 * np.dot(row[self.places.plays], radii * (self.load_span - 2.0 * radii)))


@dataclass(frozen=True, eq=False)
class PartsFit:
    """Coefficients (p,), and (B, p) with each block left out; zero where a bound holds them."""

    coefficients: FloatArray
    left_out: FloatArray
    residual: FloatArray
    """Residuals (M,) in the unit of the target."""
    free: IntArray
    """Indices of the columns not held at a bound."""

    def measured(self, value_of: Callable[[FloatArray], float]) -> Measured:
        """A number made of the coefficients, with its standard deviation by the jackknife."""
        whole = value_of(self.coefficients)
        replicas = np.array([value_of(row) for row in self.left_out])
        count = replicas.size
        spread = np.sum(np.square(replicas - replicas.mean()))
        return Measured(float(whole), float(np.sqrt((count - 1.0) / count * spread)))

    def with_changed(self, columns: FloatArray, target: FloatArray) -> FloatArray:
        """Coefficients (p,) for changed columns (M, p), with the same ones held at their bounds."""
        part = columns[:, self.free]
        scale = np.linalg.norm(part, axis=0)
        scale[scale == 0.0] = 1.0
        part = part / scale
        found = np.zeros(columns.shape[1])
        found[self.free] = _solved(part.T @ part, part.T @ target) / scale
        return found


def fit_parts(
    columns: FloatArray, target: FloatArray, blocks: IntArray, *, not_positive: IntArray
) -> PartsFit:
    """Fit (M,) targets by (M, p) columns.

    Parameters
    ----------
    blocks
        (M,) numbers of blocks of time, counted from 0 without gaps.
    not_positive
        Columns whose coefficients may not be above zero.
    """
    scale = np.linalg.norm(columns, axis=0)
    scale[scale == 0.0] = 1.0
    scaled = columns / scale
    free = _free(scaled, target, not_positive)
    coefficients = np.zeros(columns.shape[1])
    count = int(blocks.max()) + 1
    left_out = np.zeros((count, columns.shape[1]))
    part = scaled[:, free]
    gram, moment = part.T @ part, part.T @ target
    coefficients[free] = _solved(gram, moment)
    for number in range(count):
        rows = blocks == number
        block = part[rows]
        left_out[number, free] = _solved(gram - block.T @ block, moment - block.T @ target[rows])
    return PartsFit(coefficients / scale, left_out / scale, target - scaled @ coefficients, free)


def _free(scaled: FloatArray, target: FloatArray, not_positive: IntArray) -> IntArray:
    """Indices of the columns not held at zero by a bound."""
    from scipy.optimize import lsq_linear

    if not not_positive.size:
        return np.arange(scaled.shape[1])
    upper = np.full(scaled.shape[1], np.inf)
    upper[not_positive] = 0.0
    # the triangular factor keeps the problem and has only as many rows as columns
    factor = np.asarray(np.linalg.qr(np.column_stack([scaled, target]), mode="r"))
    found = lsq_linear(factor[:, :-1], factor[:, -1], bounds=(-np.inf, upper), method="bvls")
    held = np.zeros(scaled.shape[1], dtype=bool)
    held[not_positive] = found.x[not_positive] >= 0.0
    return np.flatnonzero(~held)


def _solved(gram: FloatArray, moment: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.lstsq(gram, moment, rcond=1e-13)[0])


def time_blocks(recording: IntArray, time: FloatArray, *, block_s: float) -> IntArray:
    """(M,) block numbers from 0 without gaps: within each recording, ``block_s`` seconds long."""
    within = np.floor(time / block_s).astype(np.intp)
    _, numbers = np.unique(np.column_stack([recording, within]), axis=0, return_inverse=True)
    return np.asarray(numbers.ravel(), dtype=np.intp)
