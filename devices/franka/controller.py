"""The driver of a Franka arm: reads it on every system, and moves it where that is allowed and possible.

The controller takes one client. Without ``motion=allowed`` that is the native one, which only reads; with it,
on Linux, the maker's own client reads and moves.
"""

from core.errors import Fact
from core.recording import Mark
from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.controller import ControllerStatus, Lifecycle, PayloadSetting
from devices.driving.jitter import Jitter
from devices.driving.linked_arm import LinkedArm
from devices.driving.power_on import PowerOn
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, MotionRejected, RobotStateError, TransportError
from devices.franka.conversation import Agreed, agree
from devices.franka.facts import capabilities_of, facts_of, identity_of
from devices.franka.loads import LoadWriter
from devices.franka.moving import Moving
from devices.franka.reading import ReadingLink
from devices.franka.settings import FCI_PORT, FrankaSettings
from devices.franka.state import FrankaLink, status_of
from devices.franka.urdf import TheirModel, model_of, places_apart
from devices.franka.vendor import VendorLink, why_not
from devices.protocol_fci.state import JOINTS
from devices.samples import SampleBlock

OTHER_PLACE_M = 0.02
"""No arm is moved by a description whose flange is further away than this: limits and collisions lie."""


class FrankaArm(LinkedArm[FrankaSettings, FrankaLink, Moving]):
    """An arm behind the controller that ``settings`` name; ``robot`` is its description."""

    def __init__(self, settings: FrankaSettings, *, robot: RobotModel, pulse: Pulse) -> None:
        super().__init__(
            settings,
            robot=robot,
            pulse=pulse,
            joints=JOINTS,
            capabilities=capabilities_of(moves=settings.can_move),
        )
        self._loads: LoadWriter | None = None
        self._power_on = PowerOn()

    def _status_when_read(self, link: FrankaLink) -> ControllerStatus:
        return status_of(link, Lifecycle.CONNECTED)

    @property
    def jitter(self) -> Jitter | None:
        """Jitter of the cycles; None for an arm that is only read."""
        link = self._link
        return link.jitter if isinstance(link, VendorLink) else None

    @property
    def remark(self) -> tuple[str, dict[str, Fact]]:
        """The code of what is not as planned at this moment, with its facts; empty if nothing is."""
        link = self._link
        return ("", {}) if link is None else link.state.remark

    @property
    def missing(self) -> tuple[tuple[str, dict[str, Fact]], ...]:
        """Condition that a motion would lack, as far as the states show."""
        link, moving = self._link, self._moving
        if link is None or (moving is not None and moving.is_under_way):
            return ()
        found = link.state.missing
        return () if found is None else ((found.code, dict(found.facts)),)

    def _begin(self) -> Identity:
        """Agree on a version, ask for the model, and take the first state.

        Raises
        ------
        TransportError
            ``franka-fci-off``, ``address-unknown``, ``address-silent``, ``no-answer``,
            ``franka-no-states``, ``franka-taken-over``, ``franka-client-failed``.
        ProtocolError
            ``franka-version``, ``franka-urdf``, ``franka-state-size``, ``protocol-field``.
        ConfigurationError
            ``other-serial``.
        """
        agreed = self._opened(agree(self._settings))
        settings, version = self._settings, agreed.conversation.version
        told = model_of(agreed.conversation.model(), version=version)
        serial = told.emulated_serial or settings.serial
        if settings.serial and serial != settings.serial:
            raise ConfigurationError("other-serial", expected=settings.serial, found=serial)
        apart = None if told.robot is None else places_apart(self._robot, told.robot)
        refusal = self._why_not(version, apart) if settings.can_move else None
        link = self._link_of(agreed, moves=settings.can_move and refusal is None)
        power_on = self._power_on.name(timestamp=link.state.message_id / 1e3)
        identity = identity_of(self._robot, told, version=version, serial=serial, power_on=power_on)
        self._facts = facts_of(identity, told, version=version, apart=apart)
        self._identity, self._refusal, self._link = identity, refusal, link
        self._loads = LoadWriter(link)
        self._capabilities = capabilities_of(moves=self._moving is not None, mark=_mark(told))
        link.start()
        return identity

    def _why_not(self, version: int, apart: float | None) -> MotionRejected | None:
        """Reason why the arm is not moved though it may be; None if there is none."""
        found = why_not(version=version, is_usual_port=self._settings.port == FCI_PORT)
        if found is None and apart is not None and apart > OTHER_PLACE_M:
            return MotionRejected("franka-other-geometry", apart_mm=1e3 * apart)
        return found

    def _link_of(self, agreed: Agreed, *, moves: bool) -> FrankaLink:
        if not moves:
            return ReadingLink(agreed)
        agreed.close()  # the controller takes one client
        link = VendorLink(self._settings.host)
        self._moving = Moving(link, robot=self._robot, pulse=self._pulse)
        return link

    def _close_rest(self) -> None:
        self._loads = None

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller``."""
        link = self._link
        return super().read(timeout) if link is None else link.take(timeout)

    def _read_only(self) -> MotionRejected:
        return MotionRejected("franka-read-only", controller=self.uri)

    def clear_fault(self) -> None:
        """Let the controller clear its errors; see ``Controller``.

        Raises
        ------
        RobotStateError
            ``franka-clear-at-desk`` for an arm that is only read; ``franka-not-cleared``.
        """
        link, moving = self._link, self._moving
        code = "" if link is None else link.state.fault[0]
        if not code:
            return
        if moving is None:
            raise RobotStateError("franka-clear-at-desk", fault=code)
        moving.clear_fault()

    def read_payload(self) -> PayloadSetting:
        """Read the load that is set in the controller; see ``Controller``."""
        if self._link is None:
            raise TransportError("not-connected", uri=self.uri)
        return self._link.state.payload

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Set the load and return what the controller tells then; see ``Controller``."""
        loads, moving = self._loads, self._moving
        if loads is None:
            raise TransportError("not-connected", uri=self.uri)
        if moving is not None and moving.is_under_way:
            raise RobotStateError("not-at-rest")
        return loads.write(setting)


def _mark(told: TheirModel) -> Mark:
    """Mark of a controller that declares itself emulated; the arm is handled as a real one all the same."""
    return Mark.SAID if told.emulated_serial else Mark.NONE
