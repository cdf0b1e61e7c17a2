"""Converts the controller's modes to the status that all families share.

Safety numbers that are not known count as a stop: newer controllers have more of them.
"""

from core.errors import Fact
from devices.controller import ControllerStatus, Lifecycle
from devices.driving.moving import Condition
from devices.protocol_rtde.values import IN_USE
from devices.universal_robots.heartbeat import Claim
from devices.universal_robots.state import RobotMode, Safety, UrState

FULL_SPEED = 0.999
"""Of the speed slider; the controller rounds."""
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


def conditions(
    state: UrState, *, claim: Claim, is_remote: bool | None, is_dashboard_off: bool, is_ours: bool = False
) -> tuple[Condition, ...]:
    """Conditions of a motion, in the order in which they are met at the pendant.

    Parameters
    ----------
    state
        The newest state.
    claim
        Answer to the claim of the heartbeat's register.
    is_remote
        State of the switch for remote control; None where the controller does not tell it.
    is_dashboard_off
        True if the controller should have a dashboard and it does not answer.
    is_ours
        True while a program of this driver runs.
    """
    in_use = claim.refusal == IN_USE
    return (
        Condition("ur-input-in-use", not in_use),
        Condition("ur-no-registers", in_use or (bool(claim.recipe) and state.phase is not None)),
        *_power(state),
        Condition("ur-dashboard-off", not is_dashboard_off),
        Condition("ur-local-control", is_remote is not False),
        *_program(state, is_ours=is_ours),
    )


def streamed_conditions(state: UrState) -> tuple[Condition, ...]:
    """Those conditions of a motion that the stream of an arm that is only read shows."""
    return (*_power(state), *_program(state, is_ours=False))


def _power(state: UrState) -> tuple[Condition, ...]:
    fault, facts = fault_of(state)
    return (
        Condition(fault or "ur-safety-stop", not fault, facts),
        Condition("ur-booting", not state.is_booting, {"seconds": state.timestamp}),
        Condition("ur-brakes-closed", state.brakes_are_open, {"mode": _mode_word(state.robot_mode)}),
    )


def _program(state: UrState, *, is_ours: bool) -> tuple[Condition, ...]:
    scaling = min(1.0 if each is None else each for each in (state.speed_scaling, state.speed_fraction))
    return (
        Condition("ur-speed-scaled", scaling >= FULL_SPEED, {"share": scaling}),
        Condition("ur-program-running", is_ours or not state.is_program_under_way),
    )


def status_of(
    state: UrState | None,
    *,
    heard_at: float,
    remote: bool = False,
    is_armed: bool = False,
    is_moving: bool = False,
) -> ControllerStatus:
    """Convert the newest state; an arm that is only read takes no motion, whatever its pendant says."""
    if state is None:
        return ControllerStatus(Lifecycle.CONNECTED, heard_at=heard_at, remote_enabled=False)
    code, facts = fault_of(state)
    calm = Lifecycle.without_fault(is_armed=is_armed, is_moving=is_moving)
    return ControllerStatus(
        Lifecycle.FAULT if code else calm,
        heard_at=heard_at,
        fault_code=code,
        fault_facts=facts,
        remote_enabled=remote,
        brakes_released=state.brakes_are_open,
        payload_mass=state.payload,
        runs_program=None if state.runtime_state is None else state.is_program_under_way,
        program_line=state.program_line or None,
        speed_share=state.speed_fraction,
    )


def _mode_word(mode: int | None) -> str:
    known = {int(member): member for member in RobotMode}
    return known[mode].name.lower().replace("_", " ") if mode in known else str(mode)
