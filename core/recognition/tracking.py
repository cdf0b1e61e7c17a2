"""How far an arm stays behind what it was told, from a data set that has both."""

from dataclasses import dataclass

import numpy as np

from core.exchange.file_units import UNITS_OF, factor_of
from core.recognition.lerobot_table import ACTION, STATE
from core.recognition.understanding import Understanding
from core.recording import FloatArray, Quantity

LONGEST_LAG_S = 1.0
_STILL = 1e-6
"""Largest change from row to row, in the file's unit, of a joint that counts as at rest."""


@dataclass(frozen=True)
class JointTracking:
    """One joint: the command's column, the time by which the arm follows it, and the rest of the difference.

    ``lag_s`` in s, None for a joint at rest; ``rms`` in rad (m) at that lag.
    """

    command: str
    lag_s: float | None
    rms: float


def tracking_of(found: Understanding) -> tuple[JointTracking, ...]:
    """The joints of a data set of LeRobot in the order of its positions; empty where units are still open."""
    table, group = found.table, found.quantities.get(Quantity.POSITION)
    rate = table.rate_hz
    if table.container != "lerobot" or group is None or not group.units or not rate:
        return ()
    commands = {channel.name: channel for channel in table.channels}
    units = group.units if len(group.units) > 1 else group.units * len(group.columns)
    joints = []
    for column, unit in zip(group.columns, units, strict=True):
        state = table.channel(column)
        command = commands.get(state.name.replace(STATE, ACTION))
        factor = factor_of(unit, UNITS_OF[Quantity.POSITION])
        if command is None or factor is None:
            return ()
        lag, rms = _lag(command.values, state.values, rate_hz=rate)
        joints.append(JointTracking(command.name, lag, rms * abs(factor)))
    return tuple(joints)


def _lag(command: FloatArray, state: FloatArray, *, rate_hz: float) -> tuple[float | None, float]:
    """The delay with the smallest difference, to a part of a row by a parabola, and that difference's RMS."""
    most = min(round(LONGEST_LAG_S * rate_hz), state.size // 2)
    if np.abs(np.diff(command)).max(initial=0.0) <= _STILL:
        return None, float(np.sqrt(np.mean((state - command) ** 2)))
    count = state.size - most
    squares = np.array(
        [np.mean((state[row : row + count] - command[:count]) ** 2) for row in range(most + 1)]
    )
    best = int(np.argmin(squares))
    if not 0 < best < most:
        return best / rate_hz, float(np.sqrt(squares[best]))
    before, here, after = squares[best - 1 : best + 2]
    bend = before - 2.0 * here + after
    part = 0.5 * (before - after) / bend if bend > 0.0 else 0.0
    return (best + part) / rate_hz, float(np.sqrt(max(here - 0.25 * (before - after) * part, 0.0)))
