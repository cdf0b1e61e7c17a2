"""What every procedure is: first all that would happen, then the doing, then what came of it.

``prepare`` works everything out while the arm stands; a person looks at it and agrees;
``run`` does exactly that. However it ends, by itself, by STOP, or by a fault, the arm
stands still afterwards and what was recorded is in the visit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from core.errors import Fact, TorsionError
from core.monitor import Monitor
from core.quality import Judgement, Verdict
from core.recording import Event, FloatArray
from devices.errors import DeviceError
from devices.safety.finding import Finding
from devices.safety.preview import Preview

if TYPE_CHECKING:
    from app.arm.session import RobotSession


MOST_MISSING = 0.05
"""Share of a recording's samples: with more of them missing it says too little of what the arm did."""


@dataclass(frozen=True, eq=False)
class PlannedMotion:
    """One motion of a procedure: what it is for (a code and facts), and what it would do."""

    code: str
    preview: Preview
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Prepared:
    """Everything a procedure is about to do, for a person to look at.

    ``duration`` in s. It holds for one connection and until the next stop; ``confirmed``
    adds what the person has agreed to.
    """

    procedure: str
    motions: tuple[PlannedMotion, ...]
    duration: float
    connection: int
    stop_count: int
    clear_cell_confirmed: bool = False
    serial_confirmed: str = ""
    inertial: FloatArray | None = None
    """(points, n) N·m that inertia takes at full speed along a motion with stages."""

    @property
    def moves(self) -> bool:
        """Whether the arm will move at all."""
        return bool(self.motions)

    @property
    def top_speed(self) -> float:
        """m/s, the fastest of all its motions; 0 when nothing moves."""
        return max((motion.preview.top_speed for motion in self.motions), default=0.0)

    @property
    def needs_clear_cell(self) -> bool:
        """Whether some motion is so fast that nobody may be inside the fence."""
        return any(motion.preview.needs_clear_cell for motion in self.motions)

    @property
    def swept_box(self) -> tuple[FloatArray, FloatArray] | None:
        """Corners (3,), (3,) m of the box around everything the arm passes through."""
        if not self.motions:
            return None
        low = np.min([motion.preview.swept_low for motion in self.motions], axis=0)
        high = np.max([motion.preview.swept_high for motion in self.motions], axis=0)
        return low, high

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found about the motions, each once."""
        found: dict[tuple[object, ...], Finding] = {}
        for motion in self.motions:
            for finding in motion.preview.findings:
                found.setdefault((finding.code, *sorted(map(str, finding.facts.items()))), finding)
        return tuple(found.values())

    @property
    def allowed(self) -> bool:
        """Whether nothing that was found forbids it."""
        return all(motion.preview.allowed for motion in self.motions)

    def confirmed(self, *, clear_cell: bool = False, serial: str = "") -> "Prepared":
        """The same with what a person has confirmed."""
        return replace(self, clear_cell_confirmed=clear_cell, serial_confirmed=serial)


class Found(Protocol):
    """What a procedure has found: a frozen result of its own."""

    @property
    def judgement(self) -> Judgement | None:
        """What it can be used for; None where the recordings alone say that."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of a procedure.

    ``seconds`` and ``samples`` are those of the recordings, whose labels ``recordings`` are
    in the visit; ``error`` is why it ended early, ``stopped`` whether somebody asked for
    that.
    """

    procedure: str
    recordings: tuple[str, ...] = ()
    seconds: float = 0.0
    samples: int = 0
    missing_samples: int = 0
    events: tuple[Event, ...] = ()
    stopped: bool = False
    error: TorsionError | None = None
    found: Found | None = None
    """The procedure's own result; None where there is none, as of a recording."""

    def after(self, first: "Outcome") -> "Outcome":
        """The same with what was recorded in a run before it."""
        return replace(
            self,
            recordings=first.recordings + self.recordings,
            seconds=first.seconds + self.seconds,
            samples=first.samples + self.samples,
            missing_samples=first.missing_samples + self.missing_samples,
            events=first.events + self.events,
        )

    @property
    def is_complete(self) -> bool:
        """Whether it went to its planned end."""
        return not self.stopped and self.error is None

    @property
    def verdict(self) -> Verdict:
        """Whether what was recorded, or found in it, can be used."""
        if not self.is_complete or not self.recordings:
            return Verdict.REPEAT
        judgement = None if self.found is None else self.found.judgement
        if judgement is not None:
            return judgement.verdict
        if self.missing_samples > MOST_MISSING * (self.samples + self.missing_samples):
            return Verdict.REPEAT
        return Verdict.USABLE if self.missing_samples else Verdict.GOOD


class Stopped(DeviceError):
    """Somebody asked for a stop; not raised beyond a procedure."""


class Procedure(Protocol):
    """One thing to do with an arm."""

    @property
    def name(self) -> str:
        """A stable word, such as ``check``."""

    def prepare(self, session: "RobotSession", monitor: Monitor) -> Prepared:
        """Work out what would happen, without moving.

        Raises
        ------
        DeviceError
            When the arm cannot be read.
        Cancelled
            When somebody asked to stop.
        """

    def run(self, session: "RobotSession", prepared: Prepared, monitor: Monitor) -> Outcome:
        """Do what was prepared; never raises for what an arm does, that is in the outcome."""
