"""Readiness before a motion: one line per condition, with the state, the reason and the fix.

A pure function: it gets all known facts and returns the list, in the order in which problems should be
solved. The code of a line is what was found; each code has its own sentence.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from core.errors import Fact
from core.robot.model import RobotModel
from core.signals.delivered import NOT_DELIVERED
from devices.capabilities import Capabilities, Identity
from devices.controller import ControllerStatus, Lifecycle, LinkCounters
from devices.safety.identity_checks import HARMLESS, identity_mismatches
from devices.safety.limits import SILENCE_S, UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S

LEAST_DISK_BYTES = 100_000_000
GOOD_DISK_BYTES = 1_000_000_000
"""About ten minutes and about two hours of six joints at 1 kHz."""
RATE_SHARE = 0.9
"""Least fraction of the announced rate: a slower stream loses samples somewhere."""
LOSS_SHARE = 0.01
"""Largest loss of samples or frames; above it a recording is refused."""
LOSS_JUDGED_S = 5.0
"""Shortest stream that a loss is a share of: in the first second a single pause is no losing stream."""
DEGREES_PER_RADIAN = math.degrees(1.0)
VELOCITY_TOLERANCE = 0.1
"""Largest relative difference of the reported velocity from the derivative of the position."""


class ReadinessState(StrEnum):
    """The states of one line of the list."""

    READY = "ready"
    LIMITED = "limited"
    """The motion may start, with the limits that the line names."""
    NOT_READY = "not-ready"


@dataclass(frozen=True)
class ReadinessLine:
    """One line: a stable code, its state, facts, and the code of a remedy (empty for none)."""

    code: str
    state: ReadinessState
    facts: dict[str, Fact] = field(default_factory=dict)
    fix: str = ""


@dataclass(frozen=True, eq=False)
class ReadinessFacts:
    """All facts that are known at the time of the check."""

    robot: RobotModel
    capabilities: Capabilities
    status: ControllerStatus
    counters: LinkCounters
    identity: Identity | None = None
    visit_serial: str = ""
    """Serial number of the visit's robot; empty for a new visit."""
    stream_rate: float = 0.0
    """Measured sample rate, Hz."""
    stream_age: float = float("inf")
    """Time since the last sample, s."""
    velocity_ratio: float | None = None
    """Reported velocity over the derivative of the position; None if it cannot be computed."""
    encoders_checked: bool = False
    """True if the two encoders were compared in this power-on."""
    doubtful: tuple[str, ...] = ()
    """Quantities that are zero at every joint so far, although the joints are elsewhere or have moved."""
    missing: tuple[tuple[str, dict[str, Fact]], ...] = ()
    """Codes and facts of what the controller tells that a motion would lack."""
    free_disk: int | None = None
    """Free bytes on the disk of the recording."""
    top_speed: float = 0.0
    """Tool speed of the planned motion, m/s; 0 without one."""
    clear_cell_confirmed: bool = False


def readiness(facts: ReadinessFacts) -> tuple[ReadinessLine, ...]:
    """Return the lines, in the order in which problems should be solved."""
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
    """Lines about the arm: whether it matches the description and the visit."""
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
    # a ratio of 57.3 or its inverse: degrees and radians are mixed up
    for factor in (DEGREES_PER_RADIAN, 1.0 / DEGREES_PER_RADIAN):
        if abs(ratio / factor - 1.0) <= VELOCITY_TOLERANCE:
            return "units-off"
    return "velocity-disagrees"


def _controller(facts: ReadinessFacts) -> Iterator[ReadinessLine]:
    """Lines about faults, the operating mode, and the motions that the controller accepts."""
    status = facts.status
    if status.fault_code or status.lifecycle is Lifecycle.FAULT:
        yield _not_ready("controller-fault", {"fault": status.fault_code}, fix="clear-fault")
    if not facts.capabilities.can_move:
        yield _limited("only-recording")
        return
    missing = [(code, found) for code, found in facts.missing if code != status.fault_code]
    yield from (_not_ready(code, found) for code, found in missing)
    if not status.remote_enabled and not missing:
        yield _not_ready("not-in-remote-mode")
    elif not status.fault_code and not missing:
        yield _ready("controller-ready")
    if status.payload_mass is not None:
        yield _ready("payload-in-controller", {"mass": status.payload_mass})
    if not facts.capabilities.stops_when_host_silent:
        yield _limited(
            "finishes-move-alone",
            {"seconds": UNATTENDED_MOVE_S, "speed": 1e3 * UNPROVEN_TOOL_SPEED_M_S},
        )


def _stream(facts: ReadinessFacts) -> Iterator[ReadinessLine]:
    """Lines about the stream: whether it is alive, fast enough and complete."""
    promised = facts.capabilities.sample_rate
    rates: dict[str, Fact] = {"rate": facts.stream_rate, "promised": promised}
    # negated comparison: an age of NaN counts as silent
    if not facts.stream_age <= SILENCE_S:
        yield _not_ready("stream-silent", {"limit": SILENCE_S}, fix="reconnect")
        return
    if not facts.stream_rate >= RATE_SHARE * promised:
        yield _not_ready("stream-slow", rates)
        return
    counters = facts.counters
    expected = counters.samples + counters.missed
    seen = min(expected / max(LOSS_JUDGED_S * promised, 1.0), 1.0)  # a frame may carry many samples
    lost = seen * counters.missed / max(expected, 1)
    damaged = seen * counters.damaged / max(counters.frames + counters.damaged, 1)
    if max(lost, damaged) > LOSS_SHARE:
        yield _not_ready("stream-losing", {"missed": lost, "damaged": damaged}, fix="reconnect")
    elif counters.missed or counters.damaged:
        yield _limited("stream-with-gaps", {"missed": counters.missed, "damaged": counters.damaged})
    else:
        yield _ready("stream-good", rates)


def _encoders(facts: ReadinessFacts) -> Iterator[ReadinessLine]:
    """Lines about the encoders: one is a mode of its own, two must be compared in each power-on."""
    if facts.doubtful:
        yield _limited(NOT_DELIVERED, {"quantities": facts.doubtful})
    elif not facts.capabilities.has_link_encoders:
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
    """Line for a fast motion: the clear cell must be confirmed for each motion, never in advance."""
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
