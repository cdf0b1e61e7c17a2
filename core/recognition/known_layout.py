"""Files without a header that a shipped layout describes, where their numbers agree with it."""

import numpy as np

from core.exchange.file_units import TIME_UNITS
from core.exchange.layout import Variant, load_layout
from core.recognition.clock import clock_units
from core.recognition.found_table import FoundTable
from core.recognition.physics import derivative_of, is_near, is_rising, moving, peak
from core.recognition.understanding import TIME, Evidence, Group, Understanding
from core.recognition.user_answers import Answers
from core.recording import FloatArray, Quantity
from core.robot.dynamics import inverse_dynamics
from core.robot.model import RobotModel

LAYOUT = "ur10e-31"
_SHORT = 19
_FARTHEST = 6.7
"""rad that a joint of this maker turns to either side."""
_GAIN = (3.0, 40.0)
"""N·m/A of its drives."""
_LOADED_A = 0.3
_LOOKED_AT = 5_000
_MOVING_RAD_S = 0.05
_UNITS = {
    Quantity.POSITION: "rad", Quantity.VELOCITY: "rad/s", Quantity.CURRENT: "A",
    Quantity.CURRENT_REFERENCE: "A", Quantity.TORQUE_REFERENCE: "N·m",
}  # fmt: skip


def known_layout(table: FoundTable, answers: Answers, robot: RobotModel | None) -> Understanding | None:
    """The understanding by a shipped layout; None where none fits, or numbers disagree with it."""
    form = table.text
    has_names = any(channel.name for channel in table.channels)
    if form is None or has_names or form.header_lines or form.delimiter != "," or answers != Answers():
        return None
    variants = load_layout(LAYOUT).variants
    variant = next((one for one in variants if one.column_count == len(table.channels)), None)
    if variant is None or not _agrees(table, variant):
        return None
    if len(table.channels) == _SHORT and not (
        robot is not None and robot.name.startswith("ur") and _is_of_currents(table, variant, robot)
    ):
        return None  # current or torque: the numbers alone do not tell
    why = Evidence("layout", {"layout": LAYOUT})
    groups = [Group(_columns(variant.time.columns), TIME, ("s",), (why,))] if variant.time else []
    groups += [
        Group(_columns(source.columns), quantity.value, (_UNITS[quantity],), (why,))
        for quantity, source in variant.quantities.items()
    ]
    return Understanding(table, tuple(groups), layout=LAYOUT)


def _columns(columns: tuple[int, ...] | tuple[str, ...]) -> tuple[int, ...]:
    return tuple(int(column) for column in columns)


def _agrees(table: FoundTable, variant: Variant) -> bool:
    """True if clock, speeds, currents and torques are such as the layout says."""
    clock = table.channel(1)
    if not is_rising(clock.values) or clock_units(clock) != ("s",):
        return False
    time = clock.values * TIME_UNITS["s"]
    values = {
        quantity: table.matrix(_columns(source.columns)) for quantity, source in variant.quantities.items()
    }
    position, velocity = values[Quantity.POSITION], values[Quantity.VELOCITY]
    if max(peak(column) for column in position.T) > _FARTHEST:
        return False
    likes = [
        like for like, moves in zip(derivative_of(position, velocity, time), moving(position), strict=True)
        if moves and like.correlation > 0.0
    ]  # fmt: skip
    if any(like.is_close and not is_near(like.ratio, 1.0) for like in likes):
        return False
    if likes and not any(like.is_close for like in likes) and np.nanmax(np.abs(velocity)) > _MOVING_RAD_S:
        return False
    return (
        _gains_fit(values[Quantity.CURRENT_REFERENCE], values[Quantity.TORQUE_REFERENCE])
        if (Quantity.TORQUE_REFERENCE in values)
        else True
    )


def _is_of_currents(table: FoundTable, variant: Variant, robot: RobotModel) -> bool:
    """True if the numbers are so much smaller than the torques that the arm's masses need as currents are."""
    if robot.inertial_parameters is None:
        return False
    blocks = (variant.quantities[one].columns for one in (Quantity.POSITION, Quantity.CURRENT))
    position, current = (table.matrix(_columns(columns))[:_LOOKED_AT] for columns in blocks)
    known = np.isfinite(position).all(axis=1) & np.isfinite(current).all(axis=1)
    position = robot.position_from_reported(position[known])
    still = np.zeros_like(position)
    weight = inverse_dynamics(robot, position, still, still) * robot.reported_sign
    return bool(np.abs(weight).max(initial=0.0) > _GAIN[0]) and _gains_fit(current[known], weight)


def _gains_fit(current: FloatArray, torque: FloatArray) -> bool:
    """True if the torque of the most loaded joint is that of its current, N·m for each A."""
    joint = int(np.argmax(np.nanmedian(np.abs(torque), axis=0)))
    loaded = np.abs(current[:, joint]) > _LOADED_A
    if not loaded.any():
        return True
    gain = float(np.median(torque[loaded, joint] / current[loaded, joint]))
    return _GAIN[0] <= gain <= _GAIN[1]
