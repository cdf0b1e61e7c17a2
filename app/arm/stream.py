"""The stream of one connection with its watchers: ring, safety layer, checks of the samples. No Qt."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from core.exchange.clock import clock_report
from core.monitor import Monitor
from core.recording import Event, Quantity
from core.robot.model import RobotModel
from core.signals.delivered import NOT_DELIVERED
from core.signals.velocity_ratio import velocity_ratio
from devices.acquisition.acquisition import Acquisition
from devices.acquisition.stream_checks import Gathered, StreamChecks
from devices.capabilities import Identity
from devices.controller import Controller
from devices.errors import DataQualityError, DeviceError, TransportError
from devices.safety.safe_arm import SafeArm
from devices.samples import SampleBlock

FIRST_SAMPLES_TIMEOUT_S = 5.0
MOST_FINDINGS = 100
_RATE_WINDOW_S = 1.0
_LOOK_S = 0.02


class WatchedStream:
    """The stream of a connected controller until ``close``; not drained before ``start``."""

    def __init__(
        self,
        controller: Controller,
        robot: RobotModel,
        *,
        identity: Identity,
        is_in_trial: Callable[[], bool] = bool,
    ) -> None:
        self._clock = controller.clock
        self.acquisition = Acquisition(controller)
        self.safe = SafeArm(
            controller,
            robot,
            identity=identity,
            samples=self.acquisition.ring,
            is_in_trial=is_in_trial,
        )
        self.findings: tuple[DataQualityError, ...] = ()
        """Findings about the stream, the newest last."""
        self._old_violation: DeviceError | None = None
        self._finding: DataQualityError | None = None
        self._stops_on_findings = False
        self._told_missing: tuple[Quantity, ...] = ()
        self.acquisition.add_watcher(self._tell_missing)
        self.acquisition.add_watcher(self.safe.watch)
        checks = StreamChecks(controller, robot, on_finding=self._take, on_note=self._keep)
        self.acquisition.add_watcher(
            Gathered(checks, on_silence=checks.on_silence, only=StreamChecks.QUANTITIES)
        )

    def start(self) -> None:
        """Start to drain the controller's samples."""
        self.acquisition.start()

    def wait_for_samples(self, monitor: Monitor) -> None:
        """Wait for the first samples.

        Raises
        ------
        TransportError
            ``no-samples-from-controller``, or the error that ended the stream.
        """
        deadline = self._clock.now() + FIRST_SAMPLES_TIMEOUT_S
        while not self.acquisition.ring.generation:
            error = self.acquisition.error
            if error is not None and not self.acquisition.ring.generation:  # a short replay may be over
                raise error
            if self._clock.now() > deadline:
                raise TransportError("no-samples-from-controller", seconds=FIRST_SAMPLES_TIMEOUT_S)
            monitor.check()
            self._clock.sleep(_LOOK_S)

    def close(self) -> None:
        """End the draining, a recording, and the watching; idempotent."""
        self.acquisition.close()
        self.safe.close()

    def begin(self, *, moves: bool) -> None:
        """Start a procedure: forget older complaints; if the arm ``moves``, a finding stops it."""
        self._old_violation, self._finding = self.safe.violation, None
        self._stops_on_findings = moves

    def end(self) -> None:
        """End a procedure: findings about the stream do not stop the arm any more."""
        self._stops_on_findings = False

    @property
    def complaint(self) -> DeviceError | None:
        """Violation or finding since ``begin`` for which the arm was stopped; None without one."""
        violation = self.safe.violation
        return self._finding if violation is None or violation is self._old_violation else violation

    @property
    def sample_age(self) -> float:
        """Seconds since the last sample arrived; infinite before the first."""
        return self.acquisition.ring.age()

    @property
    def device_time(self) -> float:
        """Device clock at the newest sample, s; NaN before the first."""
        newest = self.acquisition.ring.newest(0.0)[0]
        return float(newest[-1]) if newest.size else math.nan

    @property
    def rate(self) -> float:
        """Sample rate by the device's clock, Hz; 0 with too few samples."""
        clock, _ = self.acquisition.ring.newest(_RATE_WINDOW_S)
        period = clock_report(clock).period
        return 1.0 / period if period > 0.0 else 0.0

    @property
    def velocity_ratio(self) -> float | None:
        """Reported velocity divided by the rate of change of the position; None if unknown."""
        clock, columns = self.acquisition.ring.newest(_RATE_WINDOW_S)
        if not {Quantity.POSITION, Quantity.VELOCITY} <= columns.keys():
            return None
        return velocity_ratio(np.asarray(clock), columns[Quantity.POSITION], columns[Quantity.VELOCITY])

    @contextmanager
    def watched_by(self, watcher: Callable[[SampleBlock], None]) -> Iterator[None]:
        """Context in which ``watcher`` is called with every block of samples."""
        self.acquisition.add_watcher(watcher)
        try:
            yield
        finally:
            self.acquisition.remove_watcher(watcher)

    def _tell_missing(self, block: SampleBlock) -> None:
        """Keep once what the controller does not deliver; no reason to stop an arm whose joints are seen."""
        missing = self.acquisition.not_delivered
        if missing != self._told_missing:
            self._told_missing = missing
            if missing:
                facts = {"quantities": tuple(map(str, missing))}
                self._keep(DataQualityError(NOT_DELIVERED, time=float(block.device_time[-1]), **facts))

    def _take(self, finding: DataQualityError) -> None:
        """Stop an arm whose samples cannot be trusted; called in the acquisition thread."""
        if self._stops_on_findings and self._finding is None:
            self._finding = finding
            self.safe.stop()
        self._keep(finding)

    def _keep(self, finding: DataQualityError) -> None:
        """Keep a finding, in the recording too."""
        self.findings = (*self.findings[1 - MOST_FINDINGS :], finding)
        time = finding.facts.get("time")
        if isinstance(time, float) and math.isfinite(time):
            self.acquisition.remember(Event(time, finding.code, dict(finding.facts)))
        if (recording := self.acquisition.recording) is not None:
            recording.note(finding.code, **finding.facts)
