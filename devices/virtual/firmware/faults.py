"""The faults a virtual robot can be made to have: their names, their facts, and which are there now."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from core.errors import Fact
from devices.errors import ConfigurationError

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
"""Names, and what can be told about each, with defaults.

``duration`` in s of the device: for the two stops, how long their cause remains. ``joint`` counts
from 0. ``channel`` is ``link``, ``motor`` or ``position``; empty for the one that shows it best.
``size`` is s for the clock, rad for a glitch, a factor for a ratio, whole turns of the joint for
an offset. With ``silent-host`` no sign of life of the host arrives. A payload setting is kept in
whole ``step`` kg, its centre ``shift`` m further along x. ``share`` of the sample frames is lost,
or has ``flips`` bits turned over.
"""

SIGNAL_FAULTS = ("encoder-glitch", "stuck-channel", "swapped-sign", "wrong-ratio", "turned-offset")


@dataclass(frozen=True)
class ScheduledFault:
    """A fault that comes by itself: ``after_motion_s`` device seconds after the first motion began.

    With None it is there from power-on. ``facts`` as in ``FAULTS``.
    """

    name: str
    after_motion_s: float | None = None
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))

    def __reduce__(self) -> tuple[object, ...]:  # a mapping proxy does not pickle
        return (ScheduledFault, (self.name, self.after_motion_s, dict(self.facts)))


@dataclass(frozen=True)
class ActiveFault:
    """A fault that is there, with all its facts, since ``began`` s of the device."""

    name: str
    began: float
    facts: Mapping[str, Fact]

    def number(self, name: str) -> float:
        """A fact that is a number."""
        value = self.facts[name]
        assert isinstance(value, int | float)
        return float(value)

    @property
    def ends(self) -> float:
        """Device time in s when it goes away by itself."""
        return self.began + self.number("duration") if "duration" in self.facts else math.inf


class FaultBoard:
    """The faults of one device: made on demand or by schedule, gone after their time or when released."""

    def __init__(self, schedule: tuple[ScheduledFault, ...] = ()) -> None:
        self._waiting = list(schedule)
        self._active: dict[str, ActiveFault] = {}
        self._next_end = math.inf
        self.revision = 0
        """Counts the changes, so that others see cheaply whether anything is new."""

    def inject(self, name: str, facts: Mapping[str, Fact], *, time: float) -> ActiveFault:
        """Make a fault happen at device time ``time``.

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
        """Take a fault away, where it is there."""
        if self._active.pop(name, None) is not None:
            self._changed()

    def due(self, *, time: float, since_motion: float | None) -> list[ScheduledFault]:
        """The scheduled faults whose time has come; each is given once. Also ends those that have lasted."""
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

    def find(self, name: str) -> ActiveFault | None:
        """The fault of this name, if it is there."""
        return self._active.get(name)

    def _changed(self) -> None:
        self.revision += 1
        self._next_end = min((fault.ends for fault in self._active.values()), default=math.inf)
