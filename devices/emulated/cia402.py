"""Emulated drives of CiA 402 behind an adapter that speaks slcan."""

import time
from collections.abc import Iterator
from pathlib import Path

from core.robot.library import load_robot
from core.storage.output_writer import write_whole
from devices.emulated.bus import EmulatedBus
from devices.emulated.cia402_arm import DrivenArm
from devices.emulated.cia402_map import map_text
from devices.emulated.cia402_settings import EmulatedCia402Settings, Homed
from devices.emulated.moteus_settings import check_worn
from devices.emulated.slcan import Adapter, Frame
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.pace import RealPace

FAULT_CODE = 0x7500
_SYNC = 0x80


class EmulatedCia402(EmulatedBus):
    """The drives of the arm of ``settings``; see ``EmulatedBus``."""

    def __init__(
        self, settings: EmulatedCia402Settings, *, link: Path | None = None, port: int | None = None
    ) -> None:
        self.settings = settings
        robot = load_robot(settings.robot)
        is_homed = settings.homed is Homed.YES
        check_worn(settings.worn, joints=robot.joint_count)
        self.arm = DrivenArm(
            robot,
            seed=settings.seed,
            first_serial=int(settings.serial),
            is_homed=is_homed,
            worn=settings.worn,
        )
        self._adapter = Adapter(self._send, self._news)
        self._looked_at = time.monotonic()
        self._is_silent: set[int] = set()
        super().__init__(link=link, port=port)
        self.map = self._folder / f"{settings.robot}.toml"
        write_whole(self.map, map_text(self.arm, is_homed=is_homed).encode())
        self.arm.period()  # the first one is slow; the drives answer from now on
        self._thread.start()

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches the drives."""
        return f"cia402:slcan:{self.channel}?map={self.map}"

    def fail(self, joint: int) -> None:
        """Let the drive of a joint, counted from 1, fall into a fault."""
        self.do(lambda: self.arm.drives[joint - 1].fail(FAULT_CODE))

    def silence(self, joint: int) -> None:
        """Take the drive of a joint, counted from 1, off the bus."""
        self.do(lambda: self._is_silent.add(joint))

    def home(self) -> None:
        """Home every drive at its present position."""

        def home() -> None:
            for drive in self.arm.drives:
                drive.is_homed = True

        self.do(home)

    def pull(self) -> None:
        """Take every drive off the bus."""
        self.do(lambda: self._is_silent.update(range(1, len(self.arm.drives) + 1)))

    def plug(self) -> None:
        """Put every drive back on the bus."""
        self.do(self._is_silent.clear)

    def _step(self) -> None:
        self.arm.period()
        self._looked_at = time.monotonic()

    def _answer(self, content: bytes, pace: RealPace) -> bytes:
        del pace
        return self._adapter.take(content) + self._adapter.news()

    def _send(self, frame: Frame) -> Iterator[Frame]:
        if frame[0] == _SYNC:
            self.arm.sample(min((time.monotonic() - self._looked_at) / PERIOD_S, 1.0))
        for drive in self.arm.drives:
            if drive.node not in self._is_silent:
                yield from drive.take(frame)

    def _news(self) -> Iterator[Frame]:
        for drive in self.arm.drives:
            frames = tuple(drive.news())
            if drive.node not in self._is_silent:
                yield from frames
