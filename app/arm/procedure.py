"""The shape of every procedure: it is prepared, confirmed by a person, run, and gives an outcome.

``prepare`` plans all motions while the arm is at rest; a person confirms them; ``run`` carries out exactly
these. However it ends, by itself, by STOP or by a fault, the arm is at rest afterwards and the recording is
in the visit. The settings that procedures share are here too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

import numpy as np

from core.bounds import Count, Duration, Height, Payload, Place, Seed, Share, check_bounds
from core.errors import Fact, TorsionError
from core.monitor import Monitor
from core.quality import Judgement, Verdict
from core.recording import Event, FloatArray
from core.setting import required_setting, setting
from core.stiffness.correction import ControlLoop
from devices.errors import DeviceError
from devices.safety.preview import Finding, Preview

if TYPE_CHECKING:
    from app.arm.session import RobotSession

MOST_MISSING = 0.05
"""Largest share of missing samples with which a recording can still be used."""


@dataclass(frozen=True, eq=False)
class PlannedMotion:
    """One motion of a procedure: its purpose as a code with facts, and its preview."""

    code: str
    preview: Preview
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Prepared:
    """All motions that a procedure is about to run, for a person to confirm.

    ``duration`` in s. It is valid for one connection and until the next stop; ``confirmed`` adds what the
    person has confirmed.
    """

    procedure: str
    motions: tuple[PlannedMotion, ...]
    duration: float
    connection: int
    stop_count: int
    clear_cell_confirmed: bool = False
    serial_confirmed: str = ""
    inertial: FloatArray | None = None
    """Torque (points, n) for inertia at full speed along a motion with stages, N·m."""

    @property
    def moves(self) -> bool:
        """True if the arm will move at all."""
        return bool(self.motions)

    @property
    def top_speed(self) -> float:
        """Top speed of the fastest motion, m/s; 0 without motions."""
        return max((motion.preview.top_speed for motion in self.motions), default=0.0)

    @property
    def needs_clear_cell(self) -> bool:
        """True if some motion is so fast that no person may be inside the fence."""
        return any(motion.preview.needs_clear_cell for motion in self.motions)

    @property
    def swept_box(self) -> tuple[FloatArray, FloatArray] | None:
        """Lowest and highest corner (3,) m of the box around the swept volume; None without motions."""
        if not self.motions:
            return None
        low = np.min([motion.preview.swept_low for motion in self.motions], axis=0)
        high = np.max([motion.preview.swept_high for motion in self.motions], axis=0)
        return low, high

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about the motions, each once."""
        found: dict[tuple[object, ...], Finding] = {}
        for motion in self.motions:
            for finding in motion.preview.findings:
                found.setdefault((finding.code, *sorted(map(str, finding.facts.items()))), finding)
        return tuple(found.values())

    @property
    def allowed(self) -> bool:
        """True if no finding forbids a motion."""
        return all(motion.preview.allowed for motion in self.motions)

    def confirmed(self, *, clear_cell: bool = False, serial: str = "") -> "Prepared":
        """The same with the confirmations of a person."""
        return replace(self, clear_cell_confirmed=clear_cell, serial_confirmed=serial)


class Found(Protocol):
    """Result of a procedure, a frozen class of its own."""

    @property
    def judgement(self) -> Judgement | None:
        """The judgement of the result; None if the recordings alone decide."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """Outcome of a procedure.

    ``seconds`` and ``samples`` are those of the recordings, whose labels in the visit are ``recordings``;
    ``error`` is why it ended early, ``stopped`` is True if the user stopped it.
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
    """The procedure's own result; None if it has none, such as a recording."""

    def after(self, first: "Outcome") -> "Outcome":
        """The same with the recordings of the run ``first`` before its own."""
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
        """True if it reached its planned end."""
        return not self.stopped and self.error is None

    @property
    def verdict(self) -> Verdict:
        """Verdict on the result, or on the recordings where that has no judgement."""
        if not self.is_complete or not self.recordings:
            return Verdict.REPEAT
        judgement = None if self.found is None else self.found.judgement
        if judgement is not None:
            return judgement.verdict
        if self.missing_samples > MOST_MISSING * (self.samples + self.missing_samples):
            return Verdict.REPEAT
        return Verdict.USABLE if self.missing_samples else Verdict.GOOD


class Stopped(DeviceError):
    """The user asked for a stop; not raised beyond a procedure."""


class Procedure(Protocol):
    """A task of an arm, such as the encoder check."""

    @property
    def name(self) -> str:
        """Stable name, such as ``check``."""

    def prepare(self, session: "RobotSession", monitor: Monitor) -> Prepared:
        """Plan and preview the motions, without moving.

        Raises
        ------
        DeviceError
            If the arm cannot be read.
        Cancelled
            If the user cancelled.
        """

    def run(self, session: "RobotSession", prepared: Prepared, monitor: Monitor) -> Outcome:
        """Run the prepared motions; errors of the arm are in the outcome, not raised."""


class MotionsInTurn:
    """Motions in the order in which they run.

    ``row_of`` numbers the rows, from 0: motions of one ``joint`` (in a ``pose`` or ``orientation``) that
    follow each other are a row, and the way there, whose facts name no joint, belongs to the row that comes
    next.
    """

    def __init__(self, motions: "Sequence[PlannedMotion]") -> None:
        self.motions = tuple(motions)
        self.row_of = _rows(self.motions)
        self._end_s = np.cumsum([planned.preview.duration for planned in self.motions])

    def at(self, share: float) -> tuple[int, float] | None:
        """Place of the motion under way, and s since it began, when ``share`` of their time has passed.

        None where there is no motion.
        """
        if not self.motions:
            return None
        passed_s = min(share, 1.0) * float(self._end_s[-1])
        place = min(int(np.searchsorted(self._end_s, passed_s, side="right")), len(self.motions) - 1)
        began_s = float(self._end_s[place]) - self.motions[place].preview.duration
        return place, passed_s - began_s


def _rows(motions: "Sequence[PlannedMotion]") -> list[int]:
    rows: list[int] = []
    now: tuple[object, ...] = ()
    on_the_way, row = 0, -1
    for planned in motions:
        if "joint" not in planned.facts:
            on_the_way += 1
            continue
        key = (planned.facts["joint"], planned.facts.get("pose"), planned.facts.get("orientation"))
        row += key != now
        rows += [row] * (on_the_way + 1)
        now, on_the_way = key, 0
    return rows


@dataclass(frozen=True, kw_only=True)
class _Checked:
    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)


@dataclass(frozen=True, kw_only=True)
class FlangeSettings(_Checked):
    """Payload on the flange while a procedure runs, kg."""

    payload_mass: Payload | None = setting(
        None,
        "Weighed mass on the flange.",
        caption="Payload",
        auto="unknown",
        example="2.4 kg",
        option="payload-kg",
    )


@dataclass(frozen=True, kw_only=True)
class FloorSettings(_Checked):
    """Height of the floor over the base, against gravity, m; None for no floor."""

    floor_height: Height | None = setting(
        0.0, "Height of the floor over the base; none for no floor.", option="floor"
    )


@dataclass(frozen=True, kw_only=True)
class SweepFormSettings:
    """Settings of friction sweeps beside those in ``SweepSettings``."""

    slow: bool = setting(
        False, "At most 250 mm/s anywhere: nobody has to leave the cell.", caption="Speed of the tool"
    )
    is_quick: bool = setting(
        False,
        "The short form: fewer speeds, one pose, no part of the load.",
        caption="How thoroughly",
        option="quick",
    )


@dataclass(frozen=True, kw_only=True)
class RepeatSettings(_Checked):
    """Number of periods of an excitation."""

    cycles: Count = setting(5, "Number of periods at full speed.", caption="Periods at full speed")


@dataclass(frozen=True, kw_only=True)
class LoopSettings:
    """Position loop of the controller, for a correction of the tool."""

    loop: ControlLoop = setting(
        ControlLoop.MOTOR, "Encoder on which the controller closes its position loop."
    )


@dataclass(frozen=True, kw_only=True)
class ToolSettings(_Checked):
    """Tool point whose shift is corrected, m in the flange frame; None for that of the stiffness."""

    tool: tuple[Place, Place, Place] | None = setting(
        None,
        "The point that is brought back, in the flange's directions.",
        caption="Tool point x y z",
        auto="as in Stiffness",
        example="0 0 150 mm",
    )


class RecordedMotion(StrEnum):
    """Motion of the arm during a recording."""

    STILL = "still"
    """No commanded motion."""
    SWAY = "sway"
    """All joints at random, as far as it is safe; from pose to pose on a controller that offers only that."""


@dataclass(frozen=True)
class RecordSettings(_Checked):
    """Length of a recording, and motion of the arm during it."""

    seconds: Duration = required_setting("Length of the motion in full.", caption="How long", example="10 s")
    motion: RecordedMotion = setting(
        RecordedMotion.STILL,
        "Motion meanwhile: nothing that we command, or all joints at random.",
        caption="Motion",
        auto="sway where the controller moves",
    )
    speed: Share | None = setting(
        None,
        "Share of the joints' speed, after slower rehearsals.",
        caption="Speed",
        auto="at most 250 mm/s",
    )
    seed: Seed = setting(0, "Number that chooses the motion.")
