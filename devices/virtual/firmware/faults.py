"""The faults that a virtual robot can simulate: names, facts, effect, and which are active."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from core.errors import Fact
from core.recording import FloatArray, Quantity
from devices.errors import ConfigurationError
from devices.protocol_open.messages import Channel
from devices.virtual.firmware.channels import Row
from devices.virtual.firmware.plant import CountArray

FAULTS: dict[str, dict[str, Fact]] = {
    "emergency-stop": {"duration": 1.0},
    "protective-stop": {"duration": 0.0},
    "cable-pulled": {},
    "frozen-peer": {},
    "silent-host": {"duration": math.inf},
    "dropped-frames": {"share": 0.05, "duration": math.inf},
    "corrupted-frames": {"share": 0.05, "flips": 3, "duration": math.inf},
    "clock-jump": {"size": 3.0},
    "encoder-glitch": {"joint": 0, "channel": "", "size": 0.5},
    "stuck-channel": {"joint": 0, "channel": "", "duration": math.inf},
    "swapped-sign": {"joint": 0, "channel": "", "duration": math.inf},
    "wrong-ratio": {"joint": 0, "channel": "", "size": 1.1, "duration": math.inf},
    "turned-offset": {"joint": 0, "channel": "", "size": 1, "duration": math.inf},
    "wrong-model": {"duration": math.inf},
    "payload-rounded": {"step": 0.5, "shift": 0.0, "duration": math.inf},
}
"""Names and facts of the faults, with defaults.

``duration`` in s of device time; for the two stops it is how long their cause remains. ``joint`` counts
from 0. ``channel`` is ``link``, ``motor`` or ``position``; empty for the one that shows the fault best.
``size`` is s for the clock, rad for a glitch, a factor for a ratio, whole joint turns for an offset.
With ``silent-host`` no sign of life of the host arrives. A payload setting is rounded to whole ``step``
kg, its centre moved by ``shift`` m along x. ``share`` of the sample frames is lost, or has ``flips``
bits flipped.
"""

SIGNAL_FAULTS = ("encoder-glitch", "stuck-channel", "swapped-sign", "wrong-ratio", "turned-offset")

_QUANTITIES = {
    "link": Quantity.LINK_POSITION,
    "motor": Quantity.MOTOR_POSITION,
    "position": Quantity.POSITION,
}
_PREFERRED = {"wrong-ratio": ("motor", "link", "position")}
_USUAL = ("link", "motor", "position")


@dataclass(frozen=True)
class ScheduledFault:
    """A fault that starts ``after_motion_s`` s (device time) after the start of the first motion.

    With None it is active from power-on. ``facts`` as in ``FAULTS``.
    """

    name: str
    after_motion_s: float | None = None
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))

    def __reduce__(self) -> tuple[object, ...]:  # a mapping proxy does not pickle
        return (ScheduledFault, (self.name, self.after_motion_s, dict(self.facts)))


@dataclass(frozen=True)
class ActiveFault:
    """An active fault with all its facts, since ``began`` s of device time."""

    name: str
    began: float
    facts: Mapping[str, Fact]

    def number(self, name: str) -> float:
        """Return a numeric fact of the fault."""
        value = self.facts[name]
        assert isinstance(value, int | float)
        return float(value)

    @property
    def ends(self) -> float:
        """Device time at which the fault ends by itself, s."""
        return self.began + self.number("duration") if "duration" in self.facts else math.inf


class FaultBoard:
    """The faults of one device: started on demand or by schedule, ended by time or on demand."""

    def __init__(self, schedule: tuple[ScheduledFault, ...] = ()) -> None:
        self._waiting = list(schedule)
        self._active: dict[str, ActiveFault] = {}
        self._next_end = math.inf
        self.revision = 0
        """Number of changes, so that others can cheaply detect a change."""

    def inject(self, name: str, facts: Mapping[str, Fact], *, time: float) -> ActiveFault:
        """Start a fault at device time ``time`` s.

        Raises
        ------
        ConfigurationError
            ``unknown-fault`` for a name, ``fault-setting`` for a fact that the fault does not have.
        """
        if name not in FAULTS:
            raise ConfigurationError("unknown-fault", fault=name, known=tuple(FAULTS))
        defaults = FAULTS[name]
        for key, value in facts.items():
            if key not in defaults or isinstance(value, str) is not isinstance(defaults[key], str):
                raise ConfigurationError("fault-setting", fault=name, setting=key, known=tuple(defaults))
        fault = ActiveFault(name, time, {**defaults, **facts})
        self._active[name] = fault
        self._changed()
        return fault

    def release(self, name: str) -> None:
        """End a fault; does nothing if it is not active."""
        if self._active.pop(name, None) is not None:
            self._changed()

    def due(self, *, time: float, since_motion: float | None) -> list[ScheduledFault]:
        """Return the scheduled faults that start now, each once; end the faults whose time is over."""
        if time >= self._next_end:
            self._active = {name: fault for name, fault in self._active.items() if fault.ends > time}
            self._changed()
        if not self._waiting:
            return []
        due = [
            fault
            for fault in self._waiting
            if fault.after_motion_s is None
            or (since_motion is not None and since_motion >= fault.after_motion_s)
        ]
        for fault in due:
            self._waiting.remove(fault)
        return due

    @property
    def is_empty(self) -> bool:
        """True if no fault is active or scheduled."""
        return not (self._active or self._waiting)

    def find(self, name: str) -> ActiveFault | None:
        """Return the active fault of this name, else None."""
        return self._active.get(name)

    def _changed(self) -> None:
        self.revision += 1
        self._next_end = min((fault.ends for fault in self._active.values()), default=math.inf)


class SignalFaults:
    """Changes rows according to the active faults."""

    def __init__(self, table: tuple[Channel, ...], board: FaultBoard) -> None:
        self._table, self._board = table, board
        self._revision = -1
        self._active: list[_Falsifier] = []

    def check(self, name: str, facts: Mapping[str, Fact]) -> None:
        """Refuse a fault of a channel or joint that is not streamed.

        Raises
        ------
        ConfigurationError
            ``fault-channel``.
        """
        if name in SIGNAL_FAULTS:
            self._place(name, {"joint": 0, "channel": "", **facts})

    def apply(self, row: Row, *, counter: int) -> Row:
        """Return the row, a single sample, with its faults; ``counter`` identifies the sample."""
        if self._revision != self._board.revision:
            self._revision = self._board.revision
            self._renew()
        for falsifier in self._active:
            row = falsifier.apply(row, counter=counter)
        return row

    def _renew(self) -> None:
        """Rebuild the list; a fault that is still active keeps its state, such as the stuck value."""
        known = {id(falsifier.fault): falsifier for falsifier in self._active}
        faults = [fault for name in SIGNAL_FAULTS if (fault := self._board.find(name)) is not None]
        self._active = [
            known.get(id(fault)) or _Falsifier(fault, *self._place(fault.name, fault.facts))
            for fault in faults
        ]

    def _place(self, name: str, facts: Mapping[str, Fact]) -> tuple[Quantity, int, Channel]:
        """Quantity, index of the joint among its channels, and channel of a fault."""
        wanted = facts["channel"]
        for channel in (wanted,) if wanted else _PREFERRED.get(name, _USUAL):
            quantity = _QUANTITIES.get(str(channel))
            channels = [entry for entry in self._table if entry.quantity == quantity]
            for place, entry in enumerate(channels):
                if quantity is not None and entry.joint == facts["joint"]:
                    return quantity, place, entry
        raise ConfigurationError("fault-channel", fault=name, channel=str(wanted), joint=facts["joint"])


class _Falsifier:
    """One fault of one channel, with its state."""

    def __init__(self, fault: ActiveFault, quantity: Quantity, place: int, channel: Channel) -> None:
        self.fault = fault
        self._quantity, self._place = quantity, place
        self._unit = channel.ratio / channel.scale
        self._stuck_at: float | None = None
        self._glitch_at: int | None = None

    def apply(self, row: Row, *, counter: int) -> Row:
        values: CountArray | FloatArray = row[self._quantity].copy()
        values[0, self._place] = self._false(float(values[0, self._place]), counter=counter)
        return row | {self._quantity: values}

    def _false(self, value: float, *, counter: int) -> float:
        match self.fault.name:
            case "stuck-channel":
                self._stuck_at = value if self._stuck_at is None else self._stuck_at
                return self._stuck_at
            case "swapped-sign":
                return -value
            case "wrong-ratio":
                return value * self.fault.number("size")
            case "turned-offset":
                return value + round(self.fault.number("size")) * 2.0 * np.pi * self._unit
        self._glitch_at = counter if self._glitch_at is None else self._glitch_at
        return value + (self.fault.number("size") * self._unit if counter == self._glitch_at else 0.0)
