"""The signals that a stream offers, and which plot shows which of them. No Qt.

A plot has one unit. A signal that is ticked goes to the plot of its unit, else to a free one; where there is
none, the plot that was begun first makes room.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.speech.language import tr
from app.speech.units import (
    AMPERE,
    ARCMINUTE,
    CELSIUS,
    DEGREE_PER_SECOND,
    MILLIMETRE,
    MILLIMETRE_PER_SECOND,
    NEWTON,
    NEWTON_METRE,
    SECOND,
    DisplayUnit,
)
from app.speech.words import signal_word
from app.widgets.signal_units import LEAST_SPAN, decimals_of, signal_unit
from core.diagnostics.named_signals import OfTool, WorkedOut, kind_and_joint
from core.diagnostics.signal_rows import line_key
from core.diagnostics.signals import Signal
from core.recording import Quantity
from core.robot.model import RobotModel
from core.signals import expression
from core.signals.expression import Expression, Unit, written
from devices.controller import Told

MOST_PLOTS = 3
NAMES: Mapping[Signal, str] = {
    Signal.DEFLECTION: "twist",
    Signal.TORQUE: "torque",
    Signal.CURRENT: "current",
    Signal.TEMPERATURE: "temperature",
    Signal.POSITION: "position",
    Signal.RATE: "velocity",
    Signal.MOTOR_ANGLE: "motor_position",
    Signal.LINK_ANGLE: "link_position",
    Signal.EXPECTED_TORQUE: "model",
    Signal.TORQUE_RESIDUAL: "residual",
    Signal.EXTERNAL_TORQUE: "external",
}
"""Names of the signals of a joint, in the order in which they are listed."""
AT_TOOL, CORRECTED = "at_tool", "corrected"
"""Values of a joint that are only listed: the tool's shift by its twist, and the angle to command."""
_FIRST = (
    (Signal.DEFLECTION, Signal.POSITION, Signal.LINK_ANGLE, Signal.MOTOR_ANGLE),
    (Signal.TORQUE, Signal.CURRENT, Signal.RATE),
)
"""One plot of each row, the first that is offered: good on the first look."""
_UNITS: Mapping[Unit, DisplayUnit] = {
    expression.RADIAN: ARCMINUTE,
    expression.RADIAN / expression.SECOND: DEGREE_PER_SECOND,
    expression.METRE: MILLIMETRE,
    expression.METRE / expression.SECOND: MILLIMETRE_PER_SECOND,
    expression.NEWTON: NEWTON,
    expression.NEWTON_METRE: NEWTON_METRE,
    expression.AMPERE: AMPERE,
    expression.KELVIN: CELSIUS,
    expression.SECOND: SECOND,
}

_LEAST_SPANS = {ARCMINUTE.symbol: 1.0, NEWTON_METRE.symbol: 1.0, NEWTON.symbol: 1.0, CELSIUS.symbol: 2.0}
_LEAST_SPAN = 0.1
"""Least ranges of the axes of lines, by their unit, and of those in other units."""


@dataclass(frozen=True)
class Shown:
    """A signal as it is listed and drawn.

    ``key`` finds it in a frame: a ``Signal`` for the signal of a ``joint`` (from 0), else that of a line; it
    is empty for a value that is only listed.
    """

    name: str
    key: str
    words: str
    unit: DisplayUnit
    joint: int | None = None
    said: tuple[str, ...] = ()
    """Words for its values 0, 1, …; empty for a number."""

    @property
    def signal(self) -> Signal | None:
        """The signal of all joints that it is of; None for a line, a value, or what a controller tells."""
        is_other = not self.key or self.key.startswith("=") or self.is_told
        return None if is_other else Signal(self.key)

    @property
    def is_told(self) -> bool:
        """True for what the controller tells beside the samples, a number that stays until it changes."""
        return self.key in set(Told)

    @property
    def decimals(self) -> int:
        """Decimals of its newest value; lines and shares that a controller tells are whole."""
        return 0 if self.is_told and self.key != Told.PAYLOAD else decimals_of(self.unit)

    @property
    def least_span(self) -> float:
        """The least range of its axis, in display units."""
        if self.signal is not None:
            return LEAST_SPAN[self.signal]
        return _LEAST_SPANS.get(self.unit.symbol, _LEAST_SPAN)

    @property
    def title(self) -> str:
        """Its words with its joint."""
        if self.joint is None:
            return self.words
        return tr("{joint} · {signal}").format(joint=self.joint + 1, signal=self.words)


@dataclass(frozen=True)
class Group:
    """Signals under one heading; ``joint`` is None for those of no joint."""

    words: str
    signals: tuple[Shown, ...]
    joint: int | None = None


def display_unit(unit: Unit | None) -> DisplayUnit:
    """Unit of a line on the screen: the usual one of its dimension, else SI."""
    if unit is None or unit == expression.PURE:
        return DisplayUnit("", 1.0)
    return _UNITS.get(unit, DisplayUnit(written(unit), 1.0))


def groups_of(
    robot: RobotModel,
    signals: Iterable[Signal],
    names: Mapping[str, Unit],
    lines: Mapping[str, Expression],
    *,
    told: Collection[Told] = (),
    corrected: bool = False,
) -> tuple[Group, ...]:
    """Everything that can be shown: signals of each joint, of tool and controller, and a person's own lines.

    ``names`` are the signals that lines may have; those that are no ``signals`` are shown as lines.
    ``corrected`` angles are listed where they are known and wanted.
    """
    offered = set(signals)
    of_joints = [signal for signal in NAMES if signal in offered]
    listed = set(NAMES.values())
    others = [name for name in names if kind_and_joint(name)[0] not in listed]
    found = []
    for joint in range(robot.joint_count):
        own = [_of_joint(signal, robot, joint) for signal in of_joints]
        if Signal.DEFLECTION in offered:
            own.insert(1, Shown(f"{AT_TOOL}_{joint + 1}", "", tr("At the tool"), MILLIMETRE, joint))
        if corrected:
            unit = signal_unit(Signal.POSITION, robot, joint)
            own.append(Shown(f"{CORRECTED}_{joint + 1}", "", tr("Corrected angle"), unit, joint))
        own += [_named(name, names[name]) for name in others if kind_and_joint(name)[1] == joint]
        found.append(Group(tr("Joint {number}").format(number=joint + 1), tuple(own), joint))
    tool = tuple(_named(name, names[name]) for name in others if kind_and_joint(name)[1] is None)
    if tool:
        found.append(Group(tr("Tool"), tool))
    if told:
        found.append(Group(tr("Controller"), tuple(_told(one) for one in Told if one in told)))
    own_lines = (
        Shown(name, line_key(name), line.line, display_unit(line.unit)) for name, line in lines.items()
    )
    return (*found, Group(tr("Worked out"), tuple(own_lines)))


def _told(one: Told) -> Shown:
    number, share = DisplayUnit("", 1.0), DisplayUnit("%", 100.0)
    words, unit, said = {
        Told.PROGRAM: (tr("Program"), number, (tr("Stopped"), tr("Running"))),
        Told.LINE: (tr("Program line"), number, ()),
        Told.REMOTE: (tr("Mode"), number, (tr("Local"), tr("Remote"))),
        Told.SPEED: (tr("Speed"), share, ()),
        Told.STOP: (tr("Safety"), number, (tr("Normal"), tr("Stop"))),
        Told.PAYLOAD: (tr("Payload set"), DisplayUnit("kg", 1.0), ()),
    }[one]
    return Shown(one.value, one.value, words, unit, said=said)


def _of_joint(signal: Signal, robot: RobotModel, joint: int) -> Shown:
    name = f"{NAMES[signal]}_{joint + 1}"
    return Shown(name, signal, signal_word(signal), signal_unit(signal, robot, joint), joint)


def _named(name: str, unit: Unit) -> Shown:
    kind, joint = kind_and_joint(name)
    return Shown(name, line_key(name), _kind_words(kind), display_unit(unit), joint)


def _kind_words(kind: str) -> str:
    words: Mapping[str, str] = {
        Quantity.ACCELERATION: tr("Acceleration"),
        Quantity.MOTOR_VELOCITY: tr("Motor rate"),
        Quantity.MOTOR_TORQUE: tr("Motor torque"),
        Quantity.CURRENT_REFERENCE: tr("Expected current"),
        Quantity.TORQUE_REFERENCE: tr("Controller's torque"),
        WorkedOut.FRICTION: tr("Friction of the model"),
        OfTool.X: tr("Position x"),
        OfTool.Y: tr("Position y"),
        OfTool.Z: tr("Position z"),
        OfTool.SPEED: tr("Speed"),
        OfTool.TWIST: tr("Shift by twist"),
    }
    return words.get(kind, kind)


class Plots:
    """Names of the signals on each plot, from the top."""

    def __init__(self) -> None:
        self.shown: list[list[str]] = []
        self._units: dict[str, str] = {}
        self._begun: list[list[str]] = []
        """The same plots in the order in which they were begun."""

    @property
    def names(self) -> tuple[str, ...]:
        """All names that are shown, plot by plot."""
        return tuple(name for plot in self.shown for name in plot)

    def offer(self, signals: Iterable[Shown]) -> None:
        """Offer these signals from now on; one that is gone leaves its plot."""
        self._units = {one.name: one.unit.symbol for one in signals if one.key}
        self.choose([[name for name in plot if name in self._units] for plot in self.shown])

    def choose(self, plots: Sequence[Sequence[str]]) -> None:
        """Show these names, plot by plot; unknown ones and other units within a plot are left out."""
        self.shown = []
        for plot in plots[:MOST_PLOTS]:
            known = [name for name in dict.fromkeys(plot) if name in self._units and name not in self.names]
            same = [name for name in known if self._units[name] == self._units[known[0]]]
            if same:
                self.shown.append(same)
        self._begun = list(self.shown)

    def add(self, name: str) -> tuple[str, ...]:
        """Show a signal; the names that had to make room for it."""
        if name not in self._units or name in self.names:
            return ()
        for plot in self.shown:
            if self._units[plot[0]] == self._units[name]:
                plot.append(name)
                return ()
        gone: list[str] = []
        if len(self.shown) == MOST_PLOTS:
            gone = self._begun.pop(0)
            self.shown = [plot for plot in self.shown if plot is not gone]
        self.shown.append([name])
        self._begun.append(self.shown[-1])
        return tuple(gone)

    def remove(self, name: str) -> None:
        """Show a signal no more."""
        for plot in self.shown:
            if name in plot:
                plot.remove(name)
        self.shown = [plot for plot in self.shown if plot]
        self._begun = [plot for plot in self._begun if plot]

    def put(self, name: str, place: int) -> bool:
        """Show a signal on the plot at this place, from 0; False where that has another unit."""
        if name not in self._units or not 0 <= place < len(self.shown):
            return False
        plot = self.shown[place]
        if self._units[plot[0]] != self._units[name]:
            return False
        if name not in plot:
            self.remove(name)
            plot.append(name)
        return True


def first_plots(groups: Sequence[Group], joints: Sequence[int]) -> list[list[str]]:
    """The plots of the first look: twist and torque of these joints, or what there is in place of them."""
    signals = [one for group in groups for one in group.signals]
    found = []
    for row in _FIRST:
        for signal in row:
            names = [one.name for one in signals if one.signal is signal and one.joint in joints]
            if names:
                found.append(names)
                break
    return found or [[one.name] for one in signals[:1]]
