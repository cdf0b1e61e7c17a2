"""A load hung on the virtual robot's flange in the midst of a session, as a person would. No Qt."""

from core.recording import Mark
from devices.controller import Controller, Lifecycle, PayloadSetting, Simulated
from devices.errors import MotionRejected
from devices.safety.safe_arm import SafeArm

BRAKES_TIMEOUT_S = 3.0
"""How long to wait for the brakes of an arm that was just stopped."""
_LOOK_S = 0.02


def hang(controller: Controller, safe: SafeArm, load: PayloadSetting) -> None:
    """Stop the arm, so that it hangs on its brakes and nothing prepared before holds, and hang it there.

    Raises
    ------
    MotionRejected
        ``simulation-not-offered`` for any other than a virtual robot, ``already-moving``.
    ConfigurationError
        ``payload-setting`` for what cannot hang anywhere.
    """
    if controller.capabilities.mark is not Mark.VIRTUAL or not isinstance(controller, Simulated):
        raise MotionRejected("simulation-not-offered", action="attach")
    if controller.status.lifecycle is Lifecycle.MOVING:
        raise MotionRejected("already-moving")
    safe.stop()
    clock = controller.clock
    deadline = clock.now() + BRAKES_TIMEOUT_S
    while controller.status.brakes_released and clock.now() < deadline:
        clock.sleep(_LOOK_S)
    center = load.center or (0.0, 0.0, 0.0)
    controller.simulate("attach", mass=load.mass, center_of_mass=center)
