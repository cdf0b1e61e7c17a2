"""Conditions of a motion, and the controller's states as the status that all families share."""

from core.errors import Fact
from devices.controller import ControllerStatus, Lifecycle
from devices.driving.moving import Condition
from devices.elite_ec.state import EcState, Mode, State

FULL_SPEED = 99.9
"""Of the speed that is set at the controller, %."""


def fault_of(state: EcState) -> tuple[str, dict[str, Fact]]:
    """The code of what stops the arm, with its facts; an empty code if nothing does."""
    if state.emergency_stop or state.state == State.EMERGENCY_STOP:
        return "emergency-stop", {}
    if state.collision or state.state == State.COLLISION:
        return "protective-stop", {}
    return ("ec-alarm", {}) if state.state == State.ALARM else ("", {})


def remark_of(state: EcState) -> tuple[str, dict[str, Fact]]:
    """The code of what is wrong with the samples of this moment; empty if nothing."""
    code, facts = fault_of(state)
    if code:
        return code, facts
    return ("", {}) if state.servo else ("ec-servo-off", {})


def conditions(
    state: EcState, *, away_m: float, speed_percent: float | None, others_move: bool, is_ours: bool = False
) -> tuple[Condition, ...]:
    """Conditions of a motion, in the order in which they are met at the pendant.

    Parameters
    ----------
    state
        The newest state.
    away_m
        Distance of the flange by the description from where the controller says it is, m; NaN if it does
        not say it.
    speed_percent
        Speed that is set at the controller; None if it does not tell it.
    others_move
        True if an external axis moves.
    is_ours
        True while a motion of this driver runs.
    """
    fault, facts = fault_of(state)
    return (
        # an old software tells neither the emergency stop nor the speeds
        Condition("ec-software-old", state.emergency_stop is not None and state.speed is not None),
        Condition(fault or "ec-alarm", not fault, facts),
        Condition("not-remote", state.mode == Mode.REMOTE),
        Condition("ec-pose-differs", not away_m > POSE_TOLERANCE_M, {"away": 1e3 * away_m}),
        Condition("ec-axis-moves", not others_move),
        Condition(
            "ec-speed-scaled",
            speed_percent is None or speed_percent >= FULL_SPEED,
            {} if speed_percent is None else {"share": 0.01 * speed_percent},
        ),
        Condition("ec-paused", state.state != State.PAUSED),
        Condition("ec-program-running", is_ours or state.state != State.RUNNING),
    )


POSE_TOLERANCE_M = 0.03
"""Calibration moves the flange by some mm; another zero or direction of a joint by far more."""


def status_of(
    state: EcState | None,
    *,
    heard_at: float,
    is_armed: bool = False,
    is_moving: bool = False,
    payload_mass: float | None = None,
    speed_percent: float | None = None,
) -> ControllerStatus:
    """Convert the newest state."""
    if state is None:
        return ControllerStatus(Lifecycle.CONNECTED, heard_at=heard_at, remote_enabled=False)
    code, facts = fault_of(state)
    calm = Lifecycle.without_fault(is_armed=is_armed, is_moving=is_moving)
    return ControllerStatus(
        Lifecycle.FAULT if code else calm,
        heard_at=heard_at,
        fault_code=code,
        fault_facts=facts,
        remote_enabled=state.mode == Mode.REMOTE,
        brakes_released=state.servo,
        payload_mass=payload_mass,
        runs_program=state.state in {State.RUNNING, State.PAUSED},
        speed_share=None if speed_percent is None else 0.01 * speed_percent,
    )
