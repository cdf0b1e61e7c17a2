"""The acquisition thread: it drains the controller's stream into ring buffer, watchers and recording.

It never waits for a consumer. A link error is kept in ``error`` and written to the recording. If a
watcher fails the arm is stopped, because it is no longer supervised; the stream goes on.
"""

import logging
import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from core.errors import Fact
from core.recording import Event, Mark, Origin, Quantity, TorqueKind
from core.signals.delivered import Delivery
from core.signals.device_clock import DeviceClock
from core.stamp import software_name, time_stamp
from core.storage.journal import PROGRAM_ENDED, JournalHeader
from devices.acquisition.recorder import RecordingInProgress
from devices.acquisition.ring import Ring
from devices.acquisition.stream_checks import Gathered
from devices.computer_halts import OwnHalts
from devices.controller import (
    CONTROLLER_STATE,
    OWN,
    PROGRAM_LINE,
    PROGRAM_OVER,
    PROGRAM_STARTED,
    Controller,
    ControllerStatus,
    Lifecycle,
    changes_between,
    remark_of,
    told_of,
)
from devices.errors import DeviceError, ProtocolError
from devices.samples import SampleBlock

READ_TIMEOUT_S = 0.05
CLOSE_TIMEOUT_S = 5.0
CLOCK_FED_S = 0.2
"""The relation of the clocks changes slowly."""
MOST_EVENTS = 200
"""Events that are kept; older ones go."""
LINE_EVERY_S = 1.0
"""Least time between two events of the line of a program, s of the device's clock."""
MOST_IN_RING = 120_000
"""Upper limit of samples in memory, whatever rate a device announces: one minute at 2 kHz."""

Watcher = Callable[[SampleBlock], None]

logger = logging.getLogger(__name__)


@runtime_checkable
class NoticesSilence(Protocol):
    """A watcher that is also called while no samples arrive."""

    def on_silence(self, seconds: float) -> None:
        """Called about twenty times a second with the length of the silence in s."""


class Acquisition:
    """Drains one connected controller from ``start`` to ``close``.

    Parameters
    ----------
    controller
        Connected; this thread alone calls its ``read``.
    ring_seconds
        Length of the stream kept in memory for live views, s.
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
        self._delivery = Delivery()
        self.not_delivered: tuple[Quantity, ...] = ()
        """Channels that are zero at every joint although the arm has moved; they are not passed on."""
        self.doubtful: tuple[Quantity, ...] = ()
        """Those, and channels that are zero at rest while the joints are elsewhere; these are passed on."""
        samples = round(ring_seconds * controller.capabilities.sample_rate)
        self.ring = Ring(min(max(1, samples), MOST_IN_RING), now=self._clock.now)
        self.device_clock = DeviceClock()
        """Relation of the device's clock to this computer's; written by the acquisition thread."""
        self.error: DeviceError | None = None
        """The error that ended the stream, such as ``link-lost``."""
        self.watcher_error: Exception | None = None
        """The first exception that a watcher raised; the arm is stopped each time a watcher raises one."""
        self.events: tuple[Event, ...] = ()
        """What happened lately: at the controller, and in the stream; the newest last."""
        self._status_before: ControllerStatus | None = None
        self._line_told_s = -math.inf
        self._runs_own = False
        """True while the program that runs on the controller is a motion of this program."""
        self._follow_status = Gathered(self._tell_changes, only=())
        self._controller, self._on_error = controller, on_error
        self._watchers: tuple[Watcher, ...] = tuple(watchers)
        self._feed_clock = Gathered(
            lambda block: self.device_clock.feed(block.device_time, block.host_time),
            seconds=CLOCK_FED_S,
            only=(),
        )
        self._changing = threading.Lock()
        self._recording: RecordingInProgress | None = None
        self._ending = threading.Event()
        self._started_at = self._clock.now()
        self._thread = threading.Thread(target=self._run, name="acquisition", daemon=True)

    @property
    def is_running(self) -> bool:
        """True while the thread drains the stream."""
        return self._thread.is_alive() and not self._ending.is_set()

    @property
    def recording(self) -> RecordingInProgress | None:
        """The recording in progress, or None."""
        recording = self._recording
        return recording if recording is not None and not recording.is_over else None

    def start(self) -> None:
        """Start the acquisition thread, which drains the stream."""
        self._started_at = self._clock.now()
        self._thread.start()

    def close(self) -> None:
        """End the thread and a running recording, each with a deadline; may be called again."""
        self._ending.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(CLOSE_TIMEOUT_S)
        recording = self.recording
        if recording is not None:
            recording.finish(PROGRAM_ENDED)

    def add_watcher(self, watcher: Watcher) -> None:
        """Call ``watcher`` with every block from now on."""
        with self._changing:
            # a new tuple: the thread iterates over the old one without taking the lock
            self._watchers = (*self._watchers, watcher)

    def remove_watcher(self, watcher: Watcher) -> None:
        """Stop calling ``watcher``; does nothing if it was not added."""
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
    ) -> RecordingInProgress:
        """Record from the next block on, into a part file beside the visit file ``path``.

        As ``begin_recording``, and the stream is recorded.

        Raises
        ------
        DeviceError
            As ``begin_recording``; ``already-recording`` during another recording.
        """
        with self._changing:
            if self.recording is not None:
                raise DeviceError("already-recording", label=self.recording.label)
            self._recording = self.begin_recording(
                path,
                label=label,
                torque_kind=torque_kind,
                payload_mass=payload_mass,
                origin=origin,
            )
            return self._recording

    def begin_recording(
        self,
        path: Path,
        *,
        label: str,
        torque_kind: TorqueKind | None = None,
        payload_mass: float | None = None,
        origin: Origin | None = None,
        quantities: Sequence[Quantity] | None = None,
    ) -> RecordingInProgress:
        """Begin a recording in a part file beside the visit file ``path``; the caller gives it its blocks.

        The kind of torque and the columns default to the controller's. Fields that ``origin`` leaves
        empty (device, mark, time, software) are filled in.

        Raises
        ------
        DeviceError
            The error that ended the stream; ``recording-disk-full`` or ``disk-error`` if the part file
            cannot be created.
        BadRequest
            ``label-not-usable``.
        """
        if self.error is not None:
            raise self.error
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
        status, newest = self._controller.status, self.ring.newest(0.0)[0]
        if status.runs_program is not None and newest.size:  # of a controller that has programs
            told: dict[str, Fact] = {str(one): value for one, value in told_of(status).items()}
            recording.keep(Event(float(newest[-1]), CONTROLLER_STATE, told))
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
        except Exception as error:  # top of the thread: nothing above would handle it
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
        # recording before watchers: a slow or failing watcher must not cost recorded samples
        recording = self._recording
        if recording is not None:
            recording.take(block)
        block = self._delivered(block)
        self.ring.append(block)
        self._feed_clock(block)
        self._follow_status(block)
        for watcher in self._watchers:
            self._call(watcher, partial(watcher, block))

    def _tell_changes(self, block: SampleBlock) -> None:
        """Make events of what has changed in the controller's status, and keep them in the recording too."""
        status, before = self._controller.status, self._status_before
        if not math.isfinite(status.heard_at) or status.lifecycle in {Lifecycle.LOST, Lifecycle.DISCONNECTED}:
            return
        self._status_before = status
        if before is None:
            return
        time, (remark, _) = float(block.device_time[-1]), remark_of(self._controller)
        if 0.0 <= time - self._line_told_s < LINE_EVERY_S:  # a program may change its line at every look
            status = self._status_before = replace(status, program_line=before.program_line)
        for code, facts in changes_between(before, status):
            if code == remark:  # the checks of the stream tell it
                continue
            if code == PROGRAM_STARTED:
                self._runs_own = Lifecycle.MOVING in {before.lifecycle, status.lifecycle}
            if code == PROGRAM_LINE:
                self._line_told_s = time
            is_by_us = self._runs_own and code in {PROGRAM_STARTED, PROGRAM_OVER}
            event = Event(time, code, OWN if is_by_us else facts)
            self.remember(event)
            if (recording := self.recording) is not None:
                recording.keep(event)

    def remember(self, event: Event) -> None:
        """Keep an event for whoever looks at the stream; of too many, lines of programs go first."""
        events = self.events
        if len(events) >= MOST_EVENTS:
            oldest = next((place for place, one in enumerate(events) if one.code == PROGRAM_LINE), 0)
            events = events[:oldest] + events[oldest + 1 :]
        self.events = (*events, event)

    def _delivered(self, block: SampleBlock) -> SampleBlock:
        """A block without the channels that the controller announces and does not deliver."""
        if not self._delivery.is_settled:
            self._delivery.feed(block.columns)
            self.not_delivered, self.doubtful = self._delivery.missing, self._delivery.doubtful
        if not self.not_delivered:
            return block
        kept = {name: column for name, column in block.columns.items() if name not in self.not_delivered}
        return replace(block, columns=kept)

    def _tell_silence(self, halts: OwnHalts) -> None:
        # heard_at is minus infinity before the first block: count from the start
        seconds = halts.listened_since(max(self.ring.heard_at, self._started_at))
        for watcher in self._watchers:
            noticing: object = watcher
            if isinstance(noticing, NoticesSilence):
                self._call(watcher, partial(noticing.on_silence, seconds))

    def _call(self, watcher: object, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # an unsupervised arm must not keep moving
            if self.watcher_error is None:
                self.watcher_error = error
                logger.exception("a watcher failed: %r", watcher)
            self._controller.stop()

    def _end_with(self, error: DeviceError) -> None:
        # under the lock: start_recording must see either no error or a recording that is ended here
        with self._changing:
            self.error = error
            recording = self._recording
        if recording is not None:
            recording.end(error.code)
        if self._on_error is not None:
            self._call(self._on_error, partial(self._on_error, error))
