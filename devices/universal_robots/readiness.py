"""Converts the controller's modes to the status that all families share.

Safety numbers that are not known count as a stop: newer controllers have more of them.
"""

from core.errors import Fact
from devices.controller import ControllerStatus, Lifecycle
from devices.errors import DeviceError
from devices.universal_robots.state import RobotMode, Safety, UrState

_GOOD = frozenset({Safety.NORMAL, Safety.REDUCED})
_STOPS = {
    Safety.PROTECTIVE_STOP: "protective-stop",
    Safety.SAFEGUARD_STOP: "ur-safeguard-stop",
    Safety.AUTOMATIC_SAFEGUARD_STOP: "ur-safeguard-stop",
    Safety.THREE_POSITION_STOP: "ur-safeguard-stop",
    Safety.SYSTEM_EMERGENCY_STOP: "emergency-stop",
    Safety.ROBOT_EMERGENCY_STOP: "emergency-stop",
}


def fault_of(state: UrState) -> tuple[str, dict[str, Fact]]:
    """The code of what stops the arm, with its facts; an empty code if nothing does."""
    if state.safety is not None and state.safety not in _GOOD:
        # an unknown number is no member of the enumeration and takes the general code
        code = _STOPS.get(Safety(state.safety)) if state.safety in set(Safety) else None
        return code or "ur-safety-stop", {"status": state.safety}
    return "", {}


def remark_of(state: UrState) -> tuple[str, dict[str, Fact]]:
    """The code of what to know about the samples though nothing stops the arm; empty if nothing."""
    if state.is_booting:
        return "ur-booting", {"seconds": state.timestamp}
    if state.robot_mode not in {None, RobotMode.RUNNING}:
        return "ur-brakes-closed", {"mode": _mode_word(state.robot_mode)}
    scaling = state.speed_scaling
    if scaling is not None and scaling < 1.0:
        return "ur-speed-scaled", {"share": scaling}
    if state.safety == Safety.REDUCED:
        return "ur-reduced-mode", {}
    return "", {}


def status_of(state: UrState | None, *, heard_at: float) -> ControllerStatus:
    """Convert the newest state; a controller that only reads is never armed."""
    if state is None:
        return ControllerStatus(Lifecycle.CONNECTED, heard_at=heard_at, remote_enabled=False)
    code, facts = fault_of(state)
    return ControllerStatus(
        Lifecycle.FAULT if code else Lifecycle.CONNECTED,
        heard_at=heard_at,
        fault_code=code,
        fault_facts=facts,
        # no motion is taken from this program, whatever the switch at the pendant says
        remote_enabled=False,
        brakes_released=state.brakes_are_open,
        payload_mass=state.payload,
    )


def _mode_word(mode: int | None) -> str:
    known = {int(member): member for member in RobotMode}
    return known[mode].name.lower().replace("_", " ") if mode in known else str(mode)


def status_when_lost(error: DeviceError, *, heard_at: float) -> ControllerStatus:
    """Status of a controller that is no longer received."""
    return ControllerStatus(
        Lifecycle.LOST,
        heard_at=heard_at,
        fault_code=error.code,
        fault_facts=dict(error.facts),
        remote_enabled=False,
    )
