"""The faults that a virtual robot can simulate: names, facts, and which are active."""

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
"""Names and facts of the faults, with defaults.

``duration`` in s of device time; for the two stops it is how long their cause remains. ``joint`` counts
from 0. ``channel`` is ``link``, ``motor`` or ``position``; empty for the one that shows the fault best.
``size`` is s for the clock, rad for a glitch, a factor for a ratio, whole joint turns for an offset.
With ``silent-host`` no sign of life of the host arrives. A payload setting is rounded to whole ``step``
kg, its centre moved by ``shift`` m along x. ``share`` of the sample frames is lost, or has ``flips``
bits flipped.
"""

SIGNAL_FAULTS = ("encoder-glitch", "stuck-channel", "swapped-sign", "wrong-ratio", "turned-offset")


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
