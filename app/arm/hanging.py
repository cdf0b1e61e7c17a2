"""Attaches a load to the flange of the virtual robot during a session. No Qt."""

from core.recording import Mark
from devices.controller import Controller, Lifecycle, PayloadSetting, Simulated
from devices.errors import MotionRejected
from devices.safety.safe_arm import SafeArm

BRAKES_TIMEOUT_S = 3.0
"""Longest wait for the brakes of an arm that was just stopped."""
_LOOK_S = 0.02


def hang(controller: Controller, safe: SafeArm, load: PayloadSetting) -> None:
    """Stop the arm, wait until its brakes hold it, and attach the load; prepared motions become void.

    Raises
    ------
    MotionRejected
        ``simulation-not-offered`` for a robot that is not virtual, ``already-moving``.
    ConfigurationError
        ``payload-setting`` for a load that no body can be.
    """
    if controller.capabilities.mark is not Mark.VIRTUAL or not isinstance(controller, Simulated):
        raise MotionRejected("simulation-not-offered", action="attach")
    if controller.status.lifecycle is Lifecycle.MOVING:
        raise MotionRejected("already-moving")
    safe.stop()
    clock = controller.clock
    deadline = clock.now() + BRAKES_TIMEOUT_S
    clock.sleep(0.0)  # no time, but the answer to STOP: else a busy computer decides how old the status is
    while controller.status.brakes_released and clock.now() < deadline:
        clock.sleep(_LOOK_S)
    center = load.center or (0.0, 0.0, 0.0)
    controller.simulate("attach", mass=load.mass, center_of_mass=center)
