"""The thread of the bus: rounds at an even pace, rows for the recorder, and commands for the drives."""

import logging
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from devices.computer_halts import OwnHalts
from devices.controller import LinkCounters
from devices.driving.jitter import Jitter
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, ProtocolError, TransportError
from devices.moteus.alignment import Alignment
from devices.moteus.bus import Bus
from devices.moteus.drives import DriveFacts
from devices.moteus.rounds import Answer, Rounds
from devices.transport.transport import CLOSE_DEADLINE_S

SILENT_S = 0.5
"""A drive that answers nothing for this long is lost."""
BUFFER_S = 60.0
END_TIMEOUT_S = 2.0
MEASURED_ROUNDS = 2000
Commands = Sequence[Sequence[bytes]]
log = logging.getLogger(__name__)


class Commander(Protocol):
    """Decides which commands the drives get; called by the thread of the bus, which must not wait."""

    def commands(self, now: float) -> Commands | None:
        """Subframes of the frames for each drive in this round; None to tell nothing."""

    def on_answers(self, answers: Sequence[Answer | None], now: float) -> None:
        """Take in what the drives answered."""

    def on_lost(self, error: DeviceError) -> None:
        """Take note that nothing comes any more."""


class Link:
    """One connection, from ``start`` until ``close``."""

    def __init__(
        self, bus: Bus, drives: Sequence[DriveFacts], *, rate: int, motor_at_shaft: bool = False
    ) -> None:
        self._bus, self._drives = bus, drives
        self._period = 1.0 / rate
        self._rounds = Rounds(bus, drives)
        self.alignment = Alignment(drives, rate=rate, motor_at_shaft=motor_at_shaft)
        self.samples = SampleQueue(round(BUFFER_S * rate))
        self.error: DeviceError | None = None
        self.commander: Commander | None = None
        self.answers: tuple[Answer | None, ...] = (None,) * len(drives)
        """The newest answer of each drive."""
        self.heard_at = time.monotonic()
        self.each_heard_at = [self.heard_at] * len(drives)
        """When each drive answered last."""
        self._halts = [OwnHalts(interval=SILENT_S / 4) for _ in drives]
        self._lateness: deque[float] = deque(maxlen=MEASURED_ROUNDS)
        self._begun: deque[float] = deque(maxlen=MEASURED_ROUNDS)
        self._taken, self._number = 0, 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="moteus-bus", daemon=True)

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples."""
        overflowed = self.samples.overflowed
        return LinkCounters(
            frames=self._rounds.frames,
            damaged=self._rounds.damaged + self._bus.damaged,
            samples=self._taken,
            missed=max(self._number - self._taken, 0) + overflowed,
            overflowed=overflowed,
        )

    @property
    def jitter(self) -> Jitter | None:
        """Of the newest rounds; None before there are some."""
        late, begun = list(self._lateness), list(self._begun)
        if len(begun) < len("ab"):
            return None
        rate = (len(begun) - 1) / (begun[-1] - begun[0])
        return Jitter(rate, float(np.quantile(late, 0.99)), max(late))

    def first_round(self) -> None:
        """Ask everybody once, before the thread runs.

        Raises
        ------
        TransportError
            ``moteus-drive-silent``.
        """
        until = time.monotonic() + SILENT_S
        while time.monotonic() < until:
            self._keep(self._rounds.go(), time.monotonic())
            if None not in self.answers:
                return
        silent = self._drives[self.answers.index(None)].drive
        raise TransportError("moteus-drive-silent", drive=silent, waited_s=SILENT_S)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """End the thread and close the bus; may be called again."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(CLOSE_DEADLINE_S)
        self._bus.close()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_S)
        self.samples.close()

    def _run(self) -> None:
        due = time.monotonic()
        try:
            while not self._ended.is_set():
                self._round(due)
                due += self._period
                behind = time.monotonic() - due
                if behind > self._period:  # rounds that were missed are gaps, and are not made up for
                    skipped = int(behind / self._period)
                    self._number += skipped
                    due += skipped * self._period
                elif behind < 0.0:
                    time.sleep(-behind)
        except DeviceError as error:
            self._lose(error)
        except Exception as error:  # top of the thread: nothing above would handle it
            log.exception("the bus of the drives ended")
            self._lose(ProtocolError("stream-failed", device="moteus", reason=str(error)))

    def _round(self, due: float) -> None:
        now = time.monotonic()
        self._begun.append(now)
        self._lateness.append(now - due)
        commander = self.commander
        answers = self._rounds.go(None if commander is None else commander.commands(now))
        now = time.monotonic()
        self._number += 1
        self._keep(answers, now)
        self._expect_all(now)
        block = self.alignment.row(answers, number=self._number, host_time=now)
        if block is not None:
            self._taken += 1
            self.samples.put(block)
        if commander is not None:
            commander.on_answers(self.answers, now)

    def _keep(self, answers: Sequence[Answer | None], now: float) -> None:
        self.answers = tuple(new or old for new, old in zip(answers, self.answers, strict=True))
        for place, answer in enumerate(answers):
            if answer is not None:
                self.each_heard_at[place] = self.heard_at = now

    def _expect_all(self, now: float) -> None:
        for place, drive in enumerate(self._drives):
            silence = self._halts[place].listened_since(self.each_heard_at[place])
            if silence > SILENT_S and now - self.each_heard_at[place] > SILENT_S:
                raise TransportError("moteus-drive-silent", drive=drive.drive, waited_s=SILENT_S)

    def _lose(self, error: DeviceError) -> None:
        if not self._ended.is_set():
            self.error = error
            if self.commander is not None:
                self.commander.on_lost(error)
        self.samples.close(self.error)
        self._bus.close()
