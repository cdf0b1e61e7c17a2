"""An emulated arm of moteus drives behind an emulated adapter: fdcanusb, or one that speaks slcan."""

import math
import random
from pathlib import Path

import numpy as np

from core.robot.library import load_robot
from devices.emulated.bus import EmulatedBus
from devices.emulated.moteus_arm import TwoEncoderArm
from devices.emulated.moteus_drive import MoteusDrive
from devices.emulated.moteus_settings import EmulatedMoteusSettings, check_worn
from devices.emulated.slcan import FLEXIBLE, Adapter
from devices.emulated.slcan import Frame as Line
from devices.errors import ProtocolError
from devices.moteus.settings import FDCANUSB, SLCAN, MoteusSettings
from devices.protocol_moteus.frames import Frame
from devices.protocol_moteus.lines import Lines, checked, parse_line, received_line
from devices.protocol_moteus.registers import Mode
from devices.transport.local_port import LocalPort
from devices.virtual.pace import RealPace

LONGEST_START_S = 3000.0
"""The drives' clocks began up to this long before the arm was switched on, each at its own time."""


class Bus:
    """The drives and the adapter's text protocol, without a port: bytes in, bytes out."""

    def __init__(self, settings: EmulatedMoteusSettings) -> None:
        robot = load_robot(settings.robot)
        check_worn(settings.worn, joints=robot.joint_count)
        self.settings = settings
        self.arm = TwoEncoderArm(robot, seed=settings.seed, worn=settings.worn)
        dice, n = random.Random(settings.seed), robot.joint_count  # no secret
        drifts = 1e-6 * settings.drift * np.linspace(-1.0, 1.0, n)
        self.drives = {
            place + 1: MoteusDrive(
                self.arm,
                place,
                seed=settings.seed,
                drift=float(drifts[place]),
                start_s=dice.uniform(0.0, LONGEST_START_S),
                watchdog=math.nan if settings.watchdog is None else settings.watchdog,
            )
            for place in range(n)
        }
        self._lines = Lines()

    @property
    def ids(self) -> tuple[int, ...]:
        """Ids of the drives in the order of the joints."""
        return tuple(self.drives)

    def step(self) -> None:
        """Run one control period."""
        self.arm.step()
        for drive in self.drives.values():
            drive.step()
        if all(drive.mode is Mode.STOPPED for drive in self.drives.values()):
            self.arm.set_brakes(engaged=True)

    def take(self, content: bytes) -> bytes:
        """Take in bytes of the host; return the adapter's answer."""
        return b"".join(self._answer(line) for line in self._lines.feed(content))

    def _answer(self, text: bytes) -> bytes:
        try:
            line = parse_line(text)
        except ProtocolError as error:
            return checked(f"ERR {error.facts.get('reason', '')}".encode()) + b"\r\n"
        ok = b"OK" if line.frame is not None else b"ERR unknown command"
        told = (checked(ok) if line.had_checksum else ok) + b"\r\n"
        if line.word != "can" or line.frame is None:
            return told
        return told + b"".join(
            received_line(answer, with_checksum=line.had_checksum) for answer in self.answers(line.frame)
        )

    def answers(self, frame: Frame) -> list[Frame]:
        """Answers of the drives to a frame."""
        drive = self.drives.get(frame.destination)
        answer = None if drive is None else drive.answer(frame)
        return [] if answer is None else [answer]


class EmulatedMoteus(EmulatedBus):
    """An arm of moteus drives; see ``EmulatedBus``.

    A pseudo-terminal is that of an fdcanusb adapter, a port of this computer that of one that speaks slcan.
    """

    def __init__(
        self, settings: EmulatedMoteusSettings, *, link: Path | None = None, port: int | None = None
    ) -> None:
        self.bus = Bus(settings)
        self.bus.step()  # what is compiled at first use must not keep the first host waiting
        super().__init__(link=link, port=port)
        adapter = Adapter(self._send, form=FLEXIBLE)
        is_by_port = isinstance(self._cable, LocalPort)
        self.interface, self._take = (SLCAN, adapter.take) if is_by_port else (FDCANUSB, self.bus.take)
        self._thread.start()

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""
        return MoteusSettings(self.interface, self.channel, ids=self.bus.ids).uri

    def fail(self, drive: int, fault: int) -> None:
        """Put a drive into the mode of a fault."""
        self.do(lambda: self.bus.drives[drive].fail(fault))

    def silence(self, drive: int, *, silent: bool = True) -> None:
        """Let a drive answer nothing, as without its supply, or answer again."""

        def switch() -> None:
            self.bus.drives[drive].is_silent = silent

        self.do(switch)

    def restart(self, drive: int) -> None:
        """Switch a drive off and on."""
        self.do(self.bus.drives[drive].restart)

    def pull(self) -> None:
        """Pull the adapter's cable."""
        self._cable.pull()

    def plug(self) -> None:
        """Plug the adapter's cable in again."""
        self._cable.plug()

    def _step(self) -> None:
        self.bus.step()

    def _answer(self, content: bytes, pace: RealPace) -> bytes:
        if not content:
            return b""
        # what a drive measures is of the moment at which it is asked
        self._advance(pace)
        return self._take(content)

    def _send(self, frame: Line) -> list[Line]:
        return [(each.identifier, each.data) for each in self.bus.answers(Frame(*frame))]
