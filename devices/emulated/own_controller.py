"""The driver of a maker on a controller that this program itself emulates; it is marked as virtual.

The mark is given here, because this code started what is behind the ports: nothing that a controller
says about itself leads to it.
"""

import contextlib
import os
import threading
from dataclasses import replace
from threading import Event

from core.processes import Owner
from core.recording import Mark
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, Identity
from devices.clock import ArmClock
from devices.controller import (
    Controller,
    ControllerStatus,
    LinkCounters,
    PayloadSetting,
    Said,
    StopLevel,
    Withholding,
    note_of,
    remark_of,
)
from devices.controller_facts import ControllerFacts, Describing
from devices.driving.processes import START_TIMEOUT_S, VirtualProcess
from devices.driving.pulse import Pulse
from devices.emulated.makers import EmulatedSettings, maker_of
from devices.errors import DeviceError, TransportError
from devices.motion import Motion, MotionPlan
from devices.samples import SampleBlock

_LOOK_S = 0.1


class OwnProcess:
    """A process that serves the controller of a name such as ``ur:ur10e``, from ``start`` until ``close``."""

    def __init__(self, name: str) -> None:
        self._process = VirtualProcess(be_emulated_controller, name, name="emulated-controller")

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    def address(self, given_up: Event) -> str:
        """Wait until it serves; return the name under which it is reached.

        Raises
        ------
        TransportError
            ``virtual-robot-ended`` if it ended, ``no-answer`` if it took too long or ``given_up`` was set.
        TorsionError, OSError
            What it could not be started for.
        """

        def check() -> None:
            if given_up.is_set():
                raise TransportError("no-answer", request="start", waited_s=START_TIMEOUT_S)

        address: str = self._process.answer("start", check=check)
        return address

    def close(self) -> None:
        """End the process; may be called again."""
        self._process.end()


def be_emulated_controller(owner: Owner, name: str) -> None:
    """Serve until the owner asks for the end, or is gone."""
    os.environ.setdefault("MUJOCO_GL", "disable")  # nothing is drawn; searching for a display takes time
    with contextlib.suppress(EOFError), contextlib.closing(maker_of(name).start(name)) as emulated:
        owner.send(emulated.uri)
        while emulated.is_running:
            if owner.has_spoken(_LOOK_S):
                owner.receive()


class OwnController(Controller):
    """A maker's driver; the process with the emulated controller runs from ``connect`` to ``disconnect``."""

    def __init__(self, settings: EmulatedSettings, *, robot: RobotModel, pulse: Pulse) -> None:
        self._settings, self._robot, self._pulse = settings, robot, pulse
        maker = maker_of(settings.name)
        self._family = maker.family
        self._driver = self._opened(maker.before)
        self._process: OwnProcess | None = None
        self._changing = threading.RLock()  # connect and disconnect
        self._given_up = threading.Event()

    def _opened(self, uri: str) -> Controller:
        family = self._family
        # there is no real arm, so no consent is needed
        return family.open(family.parse(family.with_consent(uri)), self._robot, self._pulse)

    @property
    def uri(self) -> str:
        """The name it was opened by."""
        return self._settings.uri

    @property
    def capabilities(self) -> Capabilities:
        """Those of the driver, marked as virtual."""
        return replace(self._driver.capabilities, mark=Mark.VIRTUAL)

    @property
    def clock(self) -> ArmClock:
        """The clock of the driver."""
        return self._driver.clock

    @property
    def status(self) -> ControllerStatus:
        """The newest status."""
        return self._driver.status

    @property
    def counters(self) -> LinkCounters:
        """Counts of packages and samples since ``connect``."""
        return self._driver.counters

    @property
    def remark(self) -> Said:
        """Remark on what is not as planned at this moment; see ``Remarking``."""
        return remark_of(self._driver)

    @property
    def note(self) -> Said:
        """Note that a recording keeps beside the samples; see ``Noting``."""
        return note_of(self._driver)

    @property
    def refusal(self) -> DeviceError | None:
        """Reason why the driver only reads the arm; None if it does not."""
        driver: object = self._driver
        return driver.refusal if isinstance(driver, Withholding) else None

    @property
    def facts(self) -> ControllerFacts | None:
        """Facts of the emulated controller from its driver."""
        driver: object = self._driver
        return driver.facts if isinstance(driver, Describing) else None

    def connect(self) -> Identity:
        """Start the process and connect to it; see ``Controller``.

        Raises
        ------
        TransportError
            ``virtual-robot-ended``, ``no-answer``, and the errors of the driver.
        BadRequest
            ``robot-not-emulated``, ``controller-bad-value`` for an option.
        """
        with self._changing:
            self.disconnect()
            self._given_up.clear()
            self._process = OwnProcess(self._settings.name)
            try:
                self._driver = self._opened(self._process.address(self._given_up))
                return self._driver.connect()
            except BaseException:  # whatever the error is, no process may be left
                self.disconnect()
                raise

    def give_up(self) -> None:
        """End a ``connect`` in progress; may be called from any thread."""
        self._given_up.set()
        give_up = getattr(self._driver, "give_up", None)
        if give_up is not None:
            give_up()

    def disconnect(self) -> None:
        """Close the connection and end the process; see ``Controller``."""
        with self._changing:
            process, self._process = self._process, None
            with contextlib.ExitStack() as closed:
                if process is not None:
                    closed.callback(process.close)
                self._driver.disconnect()

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller``."""
        return self._driver.read(timeout)

    def arm(self) -> None:
        """Enter the armed state; see ``Controller``."""
        self._driver.arm()

    def disarm(self) -> None:
        """Leave the armed state."""
        self._driver.disarm()

    def start(self, plan: MotionPlan) -> Motion:
        """Start a motion; see ``Controller``."""
        return self._driver.start(plan)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop without waiting; see ``Controller``."""
        self._driver.stop(level)

    def clear_fault(self) -> None:
        """Leave the fault state if its cause is gone; see ``Controller``."""
        self._driver.clear_fault()

    def read_identity(self) -> Identity:
        """Request the identity again; see ``Controller``."""
        return self._driver.read_identity()

    def read_payload(self) -> PayloadSetting:
        """Read the payload that is set; see ``Controller``."""
        return self._driver.read_payload()

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Write the payload; see ``Controller``."""
        return self._driver.write_payload(setting)
