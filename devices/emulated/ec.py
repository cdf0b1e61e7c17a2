"""An emulated EC controller of Elite with its two ports, in real time, in a thread of its own."""

from collections.abc import Callable

from core.robot.library import load_robot
from devices.elite_ec.settings import CALLS_PORT, MONITOR_ABOVE, EcSettings
from devices.emulated.arm import Arm, PhysicalArm
from devices.emulated.cabled import BOOT_S
from devices.emulated.controller_settings import expect_emulated
from devices.emulated.ec_calls import CallsSession, MonitorSession
from devices.emulated.ec_controller import FAULTS, EcController
from devices.emulated.ec_settings import EmulatedEcSettings
from devices.emulated.serving import EmulatedController
from devices.emulated.session import Session
from devices.transport.tcp import LOCAL_ADDRESS


class EmulatedEc(EmulatedController):
    """A controller at a loopback address; other threads reach it by the methods below.

    Parameters
    ----------
    settings
        Which arm.
    host, port, boot_s
        As in ``EmulatedController``; the port is that of the requests.
    arm
        The arm behind it; by default the physics of ``settings.robot``.

    Raises
    ------
    BadRequest
        ``robot-not-emulated`` for a description that no controller of the series belongs to.
    TransportError
        ``port-busy`` if a port is taken.
    """

    faults = FAULTS

    def __init__(
        self,
        settings: EmulatedEcSettings,
        *,
        host: str = LOCAL_ADDRESS,
        port: int = CALLS_PORT,
        arm: Arm | None = None,
        boot_s: float = BOOT_S,
    ) -> None:
        expect_emulated(settings)
        body = arm or PhysicalArm(load_robot(settings.robot), seed=settings.seed)
        self.controller = EcController(settings, body)
        """The state behind the ports; only this object's thread changes it."""
        super().__init__(self.controller, host=host, port=port, rate=settings.rate, boot_s=boot_s)

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""
        return EcSettings(self._host, serial=self.controller.settings.serial, port=self.port).uri

    def set_speed(self, share: float) -> None:
        """Set the speed at the controller."""

        def change() -> None:
            self.controller.speed_percent = 100.0 * share

        self.do(change)

    def set_clock(self, seconds: float) -> None:
        """Set the controller's wall clock by this time."""

        def change() -> None:
            self.controller.clock_off += seconds

        self.do(change)

    def _ports(self, base: int) -> dict[int, Callable[[], Session]]:
        return {
            base: lambda: CallsSession(self.controller),
            base + MONITOR_ABOVE: lambda: MonitorSession(self.controller),
        }
