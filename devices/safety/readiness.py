"""Whether it is safe to start: one line for each thing that must be so, with the reason and the way out.

Pure: everything that is known goes in, the list comes out, in the order in which things are
to be put right. A line's code names what was found, so a sentence belongs to every code.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from core.errors import Fact
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, Identity
from devices.controller import ControllerStatus, Lifecycle, LinkCounters
from devices.safety.identity_checks import HARMLESS, identity_mismatches
from devices.safety.limits import SILENCE_S, UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S

LEAST_DISK_BYTES = 100_000_000
GOOD_DISK_BYTES = 1_000_000_000
"""Some ten minutes and some two hours of six joints at 1 kHz."""
RATE_SHARE = 0.9
"""Of the promised rate: a slower stream loses samples somewhere."""
LOSS_SHARE = 0.01
"""Of all samples or frames: above it a recording will be refused."""
DEGREES_PER_RADIAN = math.degrees(1.0)
VELOCITY_TOLERANCE = 0.1
"""By which the reported velocity may differ from the position's own rate of change."""


class ReadinessState(StrEnum):
    """How one line of the list stands."""

    READY = "ready"
    LIMITED = "limited"
    """May start, with the limits that the line names."""
    NOT_READY = "not-ready"


@dataclass(frozen=True)
class ReadinessLine:
    """One line: a stable code, its state, facts, and the code of what would help (empty for nothing)."""

    code: str
    state: ReadinessState
    facts: dict[str, Fact] = field(default_factory=dict)
    fix: str = ""


@dataclass(frozen=True, eq=False)
class ReadinessFacts:
    """Everything that is known when the question is asked."""

    robot: RobotModel
    capabilities: Capabilities
    status: ControllerStatus
    counters: LinkCounters
    identity: Identity | None = None
    visit_serial: str = ""
    """Serial number of the visit's robot; empty for a new visit."""
    stream_rate: float = 0.0
    """Hz, as measured."""
    stream_age: float = float("inf")
    """s since the last sample."""
    velocity_ratio: float | None = None
    """Reported velocity over the position's own rate of change; None where it cannot be told."""
    encoders_checked: bool = False
    """Whether the two encoders were checked in this power-on."""
    free_disk: int | None = None
    """Bytes where the recording goes."""
    top_speed: float = 0.0
    """m/s of the motion that is meant; 0 for none."""
    clear_cell_confirmed: bool = False


def readiness(facts: ReadinessFacts) -> tuple[ReadinessLine, ...]:
    """The list, in the order in which things are to be put right."""
    if facts.identity is None or facts.status.lifecycle in {Lifecycle.DISCONNECTED, Lifecycle.LOST}:
        return (_not_ready("not-connected", fix="connect"),)
    return (
        _ready("connected", {"model": facts.identity.model}),
        *_identity(facts, facts.identity),
        *_controller(facts),
        *_stream(facts),
        *_encoders(facts),
        *_disk(facts),
        *_motion(facts),
    )


def _identity(facts: ReadinessFacts, identity: Identity) -> Iterator[ReadinessLine]:
    """Whether it is the arm of this description and this visit."""
    wrong = identity_mismatches(facts.robot, identity, serial=facts.visit_serial)
    for code, found in wrong:
        line = _limited if code in HARMLESS else _not_ready
        yield line(code, found, fix="choose-description")
    if facts.capabilities.is_real_arm and facts.capabilities.can_move and not identity.serial:
        yield _not_ready("arm-without-serial")
    elif not wrong:
        yield _ready("robot-fits", {"serial": identity.serial})
    ratio = facts.velocity_ratio
    if ratio is not None and not abs(ratio - 1.0) <= VELOCITY_TOLERANCE:
        yield _not_ready(_velocity_code(ratio), {"ratio": ratio})


def _velocity_code(ratio: float) -> str:
    for factor in (DEGREES_PER_RADIAN, 1.0 / DEGREES_PER_RADIAN):
        if abs(ratio / factor - 1.0) <= VELOCITY_TOLERANCE:
            return "units-off"
    return "velocity-disagrees"


def _controller(facts: ReadinessFacts) -> Iterator[ReadinessLine]:
    """Faults, the mode, and what the controller takes."""
    status = facts.status
    if status.fault_code or status.lifecycle is Lifecycle.FAULT:
        yield _not_ready("controller-fault", {"fault": status.fault_code}, fix="clear-fault")
    if not facts.capabilities.can_move:
        yield _limited("only-recording")
        return
    if not status.remote_enabled:
        yield _not_ready("not-in-remote-mode")
    elif not status.fault_code:
        yield _ready("controller-ready")
    if status.payload_mass is not None:
        yield _ready("payload-in-controller", {"mass": status.payload_mass})
    if not facts.capabilities.stops_when_host_silent:
        yield _limited(
            "finishes-move-alone",
            {"seconds": UNATTENDED_MOVE_S, "speed": 1e3 * UNPROVEN_TOOL_SPEED_M_S},
        )


def _stream(facts: ReadinessFacts) -> Iterator[ReadinessLine]:
    """Whether samples come, fast enough and whole."""
    promised = facts.capabilities.sample_rate
    rates: dict[str, Fact] = {"rate": facts.stream_rate, "promised": promised}
    if not facts.stream_age <= SILENCE_S:
        yield _not_ready("stream-silent", {"limit": SILENCE_S}, fix="reconnect")
        return
    if not facts.stream_rate >= RATE_SHARE * promised:
        yield _not_ready("stream-slow", rates)
        return
    counters = facts.counters
    lost = counters.missed / max(counters.samples + counters.missed, 1)
    damaged = counters.damaged / max(counters.frames + counters.damaged, 1)
    if max(lost, damaged) > LOSS_SHARE:
        yield _not_ready("stream-losing", {"missed": lost, "damaged": damaged}, fix="reconnect")
    elif counters.missed or counters.damaged:
        yield _limited("stream-with-gaps", {"missed": counters.missed, "damaged": counters.damaged})
    else:
        yield _ready("stream-good", rates)


def _encoders(facts: ReadinessFacts) -> Iterator[ReadinessLine]:
    """One encoder is a mode of its own; two must have been compared since power-on."""
    if not facts.capabilities.has_link_encoders:
        yield _limited("one-encoder")
    elif facts.encoders_checked:
        yield _ready("encoders-checked")
    else:
        yield _limited("encoders-not-checked", fix="check-encoders")


def _disk(facts: ReadinessFacts) -> Iterator[ReadinessLine]:
    if facts.free_disk is None:
        return
    free: dict[str, Fact] = {"free": facts.free_disk / 1e9}
    if facts.free_disk < LEAST_DISK_BYTES:
        yield _not_ready("disk-almost-full", free)
    elif facts.free_disk < GOOD_DISK_BYTES:
        yield _limited("disk-short", free)
    else:
        yield _ready("disk-good", free)


def _motion(facts: ReadinessFacts) -> Iterator[ReadinessLine]:
    """Above reduced speed nobody may be inside: a question that is never answered in advance."""
    if not facts.top_speed > UNPROVEN_TOOL_SPEED_M_S:
        return
    speed: dict[str, Fact] = {"speed": 1e3 * facts.top_speed}
    if facts.clear_cell_confirmed:
        yield _ready("cell-clear", speed)
    else:
        yield _not_ready("cell-clear-unconfirmed", speed, fix="confirm-clear-cell")


def _ready(code: str, facts: dict[str, Fact] | None = None) -> ReadinessLine:
    return ReadinessLine(code, ReadinessState.READY, facts or {})


def _limited(code: str, facts: dict[str, Fact] | None = None, *, fix: str = "") -> ReadinessLine:
    return ReadinessLine(code, ReadinessState.LIMITED, facts or {}, fix)


def _not_ready(code: str, facts: dict[str, Fact] | None = None, *, fix: str = "") -> ReadinessLine:
    return ReadinessLine(code, ReadinessState.NOT_READY, facts or {}, fix)
