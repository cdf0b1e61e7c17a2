"""From controller to ring, watchers and disk: one thread that drains the stream and never waits for anyone.

Whatever goes wrong with the link ends up in ``error`` and in the recording's file; a watcher
that fails stops the arm, for nobody watches it any more, but never the stream.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from core.recording import Mark, Origin, Quantity, TorqueKind
from core.signals.device_clock import DeviceClock
from core.stamp import software_name, time_stamp
from core.storage.journal import PROGRAM_ENDED, JournalHeader
from devices.acquisition.gathering import Gathered
from devices.acquisition.recorder import RecordingInProgress
from devices.acquisition.ring import Ring
from devices.controller import Controller
from devices.errors import DeviceError, ProtocolError
from devices.halts import OwnHalts
from devices.samples import SampleBlock

READ_TIMEOUT_S = 0.05
CLOSE_TIMEOUT_S = 5.0
MOST_IN_RING = 120_000
"""Samples in memory, whatever rate a device announces: a minute at 2 kHz."""

Watcher = Callable[[SampleBlock], None]

logger = logging.getLogger(__name__)


@runtime_checkable
class NoticesSilence(Protocol):
    """A watcher that also wants to know when nothing comes."""

    def on_silence(self, seconds: float) -> None:
        """Nothing has come while somebody listened for so long; called some twenty times a second."""


class Acquisition:
    """Drains one connected controller from ``start`` to ``close``.

    Parameters
    ----------
    controller
        Connected; this thread alone calls its ``read``.
    ring_seconds
        How much of the stream stays in memory for views.
    watchers
        Called with every block in the acquisition thread; they must be quick.
    on_error
        Called once, in the acquisition thread, when the stream has ended with an error.
    """

    def __init__(
        self,
        controller: Controller,
        *,
        ring_seconds: float = 60.0,
        watchers: Sequence[Watcher] = (),
        on_error: Callable[[DeviceError], None] | None = None,
    ) -> None:
        self._clock = controller.clock
        samples = round(ring_seconds * controller.capabilities.sample_rate)
        self.ring = Ring(min(max(1, samples), MOST_IN_RING), now=self._clock.now)
        self.device_clock = DeviceClock()
        """How the device's clock runs against this computer's; written by the acquisition thread."""
        self.error: DeviceError | None = None
        """What ended the stream: ``link-lost`` and its like."""
        self.watcher_error: Exception | None = None
        """What a watcher raised first; each time it happens the arm is told to stop."""
        self._controller, self._on_error = controller, on_error
        self._watchers: tuple[Watcher, ...] = tuple(watchers)
        self._feed_clock = Gathered(lambda block: self.device_clock.feed(block.device_time, block.host_time))
        self._changing = threading.Lock()
        self._recording: RecordingInProgress | None = None
        self._ending = threading.Event()
        self._started_at = self._clock.now()
        self._thread = threading.Thread(target=self._run, name="acquisition", daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the stream is being drained."""
        return self._thread.is_alive() and not self._ending.is_set()

    @property
    def recording(self) -> RecordingInProgress | None:
        """The recording under way."""
        recording = self._recording
        return recording if recording is not None and not recording.is_over else None

    def start(self) -> None:
        """Begin to drain."""
        self._started_at = self._clock.now()
        self._thread.start()

    def close(self) -> None:
        """End the thread and a recording that still runs; idempotent, with deadlines."""
        self._ending.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(CLOSE_TIMEOUT_S)
        recording = self.recording
        if recording is not None:
            recording.finish(PROGRAM_ENDED)

    def add_watcher(self, watcher: Watcher) -> None:
        """Have ``watcher`` called with every block from now on."""
        with self._changing:
            self._watchers = (*self._watchers, watcher)

    def remove_watcher(self, watcher: Watcher) -> None:
        """Call it no more; nothing happens when it is not there."""
        with self._changing:
            self._watchers = tuple(kept for kept in self._watchers if kept != watcher)

    def start_recording(
        self,
        path: Path,
        *,
        label: str,
        torque_kind: TorqueKind | None = None,
        payload_mass: float | None = None,
        origin: Origin | None = None,
        quantities: Sequence[Quantity] | None = None,
    ) -> RecordingInProgress:
        """Record from the next block on, into a part beside the visit file ``path``.

        The torque's kind and the columns are the controller's unless said otherwise; what
        ``origin`` leaves empty (device, mark, moment, software) is filled in.

        Raises
        ------
        DeviceError
            ``already-recording`` while another one lasts; ``recording-disk-full`` or
            ``disk-error`` when no file can be made.
        BadRequest
            ``label-not-usable``.
        """
        with self._changing:
            if self.error is not None:
                raise self.error
            if self.recording is not None:
                raise DeviceError("already-recording", label=self.recording.label)
            capabilities = self._controller.capabilities
            header = JournalHeader(
                label=label,
                quantities=tuple(quantities if quantities is not None else capabilities.quantities),
                joint_count=capabilities.joint_count,
                torque_kind=torque_kind if torque_kind is not None else capabilities.torque_kind,
                payload_mass=payload_mass,
                origin=self._origin(origin or Origin()),
            )
            recording = RecordingInProgress.begin(
                path, header, period=1.0 / capabilities.sample_rate, arm_now=self._clock.now
            )
            self._recording = recording
            return recording

    def _origin(self, given: Origin) -> Origin:
        mark = self._controller.capabilities.mark if given.mark is Mark.NONE else given.mark
        return replace(
            given,
            mark=mark,
            device=given.device or self._controller.uri,
            recorded_at=given.recorded_at or time_stamp(),
            software=given.software or software_name(),
        )

    def _run(self) -> None:
        halts = OwnHalts(interval=READ_TIMEOUT_S, now=self._clock.now)
        try:
            with self._clock.reading():
                self._drain(halts)
        except DeviceError as error:
            self._end_with(error)
        except Exception as error:  # the boundary of the thread: nothing may be raised into nowhere
            logger.exception("the stream of %s ended", self._controller.uri)
            self._end_with(ProtocolError("stream-failed", device=self._controller.uri, reason=str(error)))

    def _drain(self, halts: OwnHalts) -> None:
        while not self._ending.is_set():
            block = self._controller.read(READ_TIMEOUT_S)
            if block is not None and block.count:
                self._pass_on(block)
            else:
                self._tell_silence(halts)

    def _pass_on(self, block: SampleBlock) -> None:
        self.ring.append(block)
        recording = self._recording
        if recording is not None:
            recording.take(block)
        self._feed_clock(block)
        for watcher in self._watchers:
            self._call(watcher, partial(watcher, block))

    def _tell_silence(self, halts: OwnHalts) -> None:
        seconds = halts.listened_since(max(self.ring.heard_at, self._started_at))
        for watcher in self._watchers:
            noticing: object = watcher
            if isinstance(noticing, NoticesSilence):
                self._call(watcher, partial(noticing.on_silence, seconds))

    def _call(self, watcher: object, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # an arm whose watchdog fails must not go on moving
            if self.watcher_error is None:
                self.watcher_error = error
                logger.exception("a watcher failed: %r", watcher)
            self._controller.stop()

    def _end_with(self, error: DeviceError) -> None:
        with self._changing:
            self.error = error
            recording = self._recording
        if recording is not None:
            recording.end(error.code)
        if self._on_error is not None:
            self._call(self._on_error, partial(self._on_error, error))
