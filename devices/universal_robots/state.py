"""State that a controller reports beside the samples: modes, safety, speed and payload."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from devices.universal_robots.recipe import JOINTS, PHASE, POSITION, TIME, VELOCITY

RUNTIME_STOPPED, RUNTIME_PLAYING, RUNTIME_PAUSED = 1, 2, 4
"""Values of ``runtime_state``."""
BOOTED_S = 40.0
"""A controller whose clock is younger is still starting."""


class RobotMode(IntEnum):
    """The values of ``robot_mode``."""

    NO_CONTROLLER = -1
    DISCONNECTED = 0
    CONFIRM_SAFETY = 1
    BOOTING = 2
    POWER_OFF = 3
    POWER_ON = 4
    IDLE = 5
    """Powered, brakes closed."""
    BACKDRIVE = 6
    RUNNING = 7
    """Powered, brakes open."""
    UPDATING = 8
    WAITING_CALIBRATION = 9
    """Only of Elite's controllers."""


class Safety(IntEnum):
    """The values of ``safety_status``; those of the older ``safety_mode`` are the same up to 9."""

    NORMAL = 1
    REDUCED = 2
    PROTECTIVE_STOP = 3
    RECOVERY = 4
    SAFEGUARD_STOP = 5
    SYSTEM_EMERGENCY_STOP = 6
    ROBOT_EMERGENCY_STOP = 7
    VIOLATION = 8
    FAULT = 9
    AUTOMATIC_SAFEGUARD_STOP = 12
    THREE_POSITION_STOP = 13


@dataclass(frozen=True)
class UrState:
    """The newest state; None where the controller does not tell it."""

    timestamp: float
    robot_mode: int | None = None
    safety: int | None = None
    """``safety_status``, or ``safety_mode`` of a controller that does not have it."""
    runtime_state: int | None = None
    speed_scaling: float | None = None
    speed_fraction: float | None = None
    """Of the speed slider."""
    program_line: int | None = None
    """Line of the script that moves the arm; 0 while none does."""
    payload: float | None = None
    """kg."""
    payload_center: tuple[float, float, float] | None = None
    """m in the flange frame."""
    payload_inertia: tuple[float, ...] | None = None
    """xx, yy, zz, xy, xz, yz about the centre of mass, kg·m²."""
    phase: int | None = None
    """Value that a program of this driver wrote last, see ``script``; it stays when the program has ended."""
    position: tuple[float, ...] | None = None
    """Of the joints, as the controller counts it, rad."""
    speed: float | None = None
    """Of the fastest joint, rad/s."""
    booted_s: float = BOOTED_S
    stopped: int = RUNTIME_STOPPED
    """Value of ``runtime_state`` while no program runs."""

    @classmethod
    def of(
        cls,
        values: "Mapping[str, np.generic | np.ndarray]",
        *,
        booted_s: float = BOOTED_S,
        stopped: int = RUNTIME_STOPPED,
    ) -> "UrState":
        """Read the state out of the fields of one package."""

        def whole(name: str) -> int | None:
            return int(values[name]) if name in values else None

        def number(name: str) -> float | None:
            found = float(values[name]) if name in values else np.nan
            return found if np.isfinite(found) else None

        def vector(name: str, size: int) -> tuple[float, ...] | None:
            found = np.asarray(values.get(name, ()), dtype=np.float64)
            return tuple(found.tolist()) if found.size == size and np.isfinite(found).all() else None

        safety = whole("safety_status")
        center, velocity = vector("payload_cog", 3), vector(VELOCITY, JOINTS)
        return cls(
            timestamp=float(values[TIME]),
            robot_mode=whole("robot_mode"),
            safety=whole("safety_mode") if safety is None else safety,
            runtime_state=whole("runtime_state"),
            speed_scaling=number("speed_scaling"),
            speed_fraction=number("target_speed_fraction"),
            program_line=whole("script_control_line"),
            payload=number("payload"),
            payload_center=None if center is None else (center[0], center[1], center[2]),
            payload_inertia=vector("payload_inertia", 6),
            phase=whole(PHASE),
            position=vector(POSITION, JOINTS),
            speed=None if velocity is None else max(map(abs, velocity)),
            booted_s=booted_s,
            stopped=stopped,
        )

    @property
    def is_booting(self) -> bool:
        """True while the controller starts."""
        return self.timestamp < self.booted_s

    @property
    def is_program_under_way(self) -> bool:
        """True while a program runs, is paused, or is about to end."""
        return self.runtime_state not in {None, self.stopped}

    @property
    def brakes_are_open(self) -> bool:
        """True if the arm is powered with open brakes."""
        return self.robot_mode == RobotMode.RUNNING
