"""Contents of a recording: rate, gaps, ranges, speeds, rests, saturation, and the results it can serve."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.encoders.channel_sense import MOVING_SPEED, moving, saturated
from core.exchange.clock import clock_report
from core.recording import FloatArray, Quantity, Recording

_STILL_S = 0.5
_WIDE_RAD = 0.5
_SWEPT_RAD_S = 0.02
_TORQUES = (Quantity.CURRENT, Quantity.TORQUE, Quantity.MOTOR_TORQUE)


@dataclass(frozen=True)
class JointContents:
    """One joint: range of its position, largest speed, share of the time that it moves, largest load."""

    lowest: float
    highest: float
    top_speed: float
    moving_share: float
    both_directions: bool


@dataclass(frozen=True)
class Saturation:
    """A column that stays at a limit while its joint moves: quantity, joint from 1, its size and share."""

    quantity: str
    joint: int
    value: float
    share: float


@dataclass(frozen=True)
class Service:
    """One use of a recording, and codes of what it lacks; empty if it can serve."""

    use: str
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Contents:
    """Summary of one recording, SI units."""

    rate_hz: float
    jitter_s: float
    gaps: int
    missing_samples: int
    joints: tuple[JointContents, ...]
    stationary: tuple[tuple[float, float], ...]
    """First and last time of each part of at least half a second in which no joint moves, from the start."""
    saturations: tuple[Saturation, ...]
    services: tuple[Service, ...]


def contents_of(recording: Recording) -> Contents:
    """Look through a recording of any length once."""
    time = np.asarray(recording.time[:], dtype=np.float64)
    columns = {
        quantity: np.asarray(column[:], dtype=np.float64) for quantity, column in recording.columns.items()
    }
    clock = clock_report(time)
    position = _position(columns)
    speed = _speed(columns, position, time)
    joints = _joints(position, speed)
    stationary = _stationary(time, speed) if speed is not None else ()
    return Contents(
        rate_hz=1.0 / clock.period if clock.period > 0.0 else float("nan"),
        jitter_s=clock.jitter,
        gaps=len(clock.gaps),
        missing_samples=clock.missing_samples,
        joints=joints,
        stationary=stationary,
        saturations=tuple(_saturations(time, position, columns)),
        services=_services(columns, joints, stationary),
    )


def _position(columns: Mapping[Quantity, FloatArray]) -> FloatArray | None:
    names = (Quantity.POSITION, Quantity.LINK_POSITION, Quantity.MOTOR_POSITION)
    return next((columns[name] for name in names if name in columns), None)


def _speed(
    columns: Mapping[Quantity, FloatArray], position: FloatArray | None, time: FloatArray
) -> FloatArray | None:
    """The logged speed, else the slope of the position."""
    if Quantity.VELOCITY in columns:
        return columns[Quantity.VELOCITY]
    if position is None or time.size < 3:
        return None
    width = max(1, min(time.size // 4, round(0.03 / max(float(np.median(np.diff(time))), 1e-9))))
    slope = (position[width:] - position[:-width]) / (time[width:] - time[:-width])[:, np.newaxis]
    before = width // 2
    return np.pad(slope, ((before, width - before), (0, 0)), mode="edge")


def _joints(position: FloatArray | None, speed: FloatArray | None) -> tuple[JointContents, ...]:
    if position is None or speed is None:
        return ()
    found = []
    for place, moved in zip(position.T, speed.T, strict=True):
        good = place[np.isfinite(place)]
        fast = np.nan_to_num(moved)
        found.append(
            JointContents(
                lowest=float(good.min()) if good.size else float("nan"),
                highest=float(good.max()) if good.size else float("nan"),
                top_speed=float(np.abs(fast).max()),
                moving_share=float(np.mean(np.abs(fast) > MOVING_SPEED)),
                both_directions=bool(np.any(fast > _SWEPT_RAD_S) and np.any(fast < -_SWEPT_RAD_S)),
            )
        )
    return tuple(found)


def _stationary(time: FloatArray, speed: FloatArray) -> tuple[tuple[float, float], ...]:
    still = np.all(np.abs(np.nan_to_num(speed)) <= MOVING_SPEED, axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], still, [False]]).astype(np.int8)))
    parts = zip(edges[::2], edges[1::2], strict=True)
    start = float(time[0])
    spans = ((float(time[a]) - start, float(time[b - 1]) - start) for a, b in parts)
    return tuple(span for span in spans if span[1] - span[0] >= _STILL_S)


def _saturations(
    time: FloatArray, position: FloatArray | None, columns: Mapping[Quantity, FloatArray]
) -> list[Saturation]:
    """Currents and torques that stay at a limit while their joint moves."""
    found: list[Saturation] = []
    if position is None:
        return found
    moves = moving(time, position)
    for quantity in _TORQUES:
        for joint, column in enumerate(columns.get(quantity, np.zeros((0, 0))).T, start=1):
            limit = saturated(column[moves[:, joint - 1]])
            if limit is not None:
                found.append(Saturation(quantity.value, joint, abs(limit[0]), limit[1]))
    return found


def _services(
    columns: Mapping[Quantity, FloatArray],
    joints: tuple[JointContents, ...],
    stationary: tuple[tuple[float, float], ...],
) -> tuple[Service, ...]:
    has_load = any(quantity in columns for quantity in _TORQUES)
    load = () if has_load else ("no-torque",)
    moved = [joint for joint in joints if joint.highest - joint.lowest > _WIDE_RAD]
    wide = () if joints and len(moved) == len(joints) else ("joints-hardly-move",)
    sweeps = () if any(joint.both_directions for joint in joints) else ("no-both-directions",)
    both = {Quantity.MOTOR_POSITION, Quantity.LINK_POSITION} <= set(columns)
    return (
        Service("identification", (*load, *wide)),
        Service("friction", (*load, *sweeps)),
        Service("payload", (*load, *sweeps)),
        Service("drive-gains", (() if Quantity.CURRENT in columns else ("no-current",)) + wide),
        Service("deflection", () if both else ("no-second-encoder",)),
        Service("static-torque", load if stationary else (*load, "nothing-stationary")),
    )
