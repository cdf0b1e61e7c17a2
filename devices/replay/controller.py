"""Replays a visit's recordings as a read-only controller: same samples, same gaps, no motion."""

import numpy as np

from core.errors import TorsionError
from core.recording import FloatArray, Mark
from core.robot.model import RobotModel
from core.robot.toml_format import parse_toml
from core.storage.visit import Visit
from devices.capabilities import Capabilities, ControllerKind, Identity
from devices.clock import ArmClock, Waitable, WallClock
from devices.controller import ControllerStatus, Lifecycle, LinkCounters, PayloadSetting, StopLevel
from devices.errors import MotionRejected, RobotStateError, TransportError
from devices.motion import Motion, MotionPlan
from devices.replay.player import PlayedTime, Player, Run, load_runs, sample_rate
from devices.replay.settings import ReplaySettings
from devices.samples import SampleBlock


class ReplayController:
    """Replays recordings of a visit; the device time is that of the recordings.

    Parameters
    ----------
    settings
        Choice of recordings and playing speed.

    Raises
    ------
    BadFile, BadRequest, ConfigurationError
        If the visit cannot be opened, has no such recording, or its recordings differ in their
        channels.
    """

    def __init__(self, settings: ReplaySettings) -> None:
        self._settings = settings
        self._visit: Visit | None = None
        self._player: Player | None = None
        self._clock: ArmClock = WallClock()
        self._end_told = False
        with Visit.open(settings.path, recover=False) as visit:
            robot, runs = _opened(visit, settings)
            self._capabilities = _capabilities(runs[0])
            self._identity = _identity(robot, runs[0])
            self._seconds = sum(run.recording.duration for run in runs)
        self._status = ControllerStatus(Lifecycle.DISCONNECTED, remote_enabled=False)
        self._counters = LinkCounters()

    @property
    def uri(self) -> str:
        """The name it was opened by."""
        return self._settings.uri

    @property
    def clock(self) -> ArmClock:
        """The time played since the last ``connect``; it does not advance while no thread reads."""
        return self._clock

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities that the recordings imply; no motion of any kind."""
        return self._capabilities

    @property
    def status(self) -> ControllerStatus:
        """Connected while it plays; FAULT ``replay-ended`` at the end."""
        return self._status

    @property
    def counters(self) -> LinkCounters:
        """Counts of samples that were read and of samples missing in the recordings."""
        return self._counters

    def connect(self) -> Identity:
        """Play from the start of the first recording."""
        # opened again: the file may have been closed by disconnect, or changed since
        self.disconnect()
        visit = Visit.open(self._settings.path, recover=False)
        try:
            _, runs = _opened(visit, self._settings)
        except TorsionError:
            visit.close()
            raise
        self._visit, self._end_told, self._counters = visit, False, LinkCounters()
        self._player = Player(runs, pace=self._settings.pace)
        self._clock = _PlayedClock(self._player.time)
        self._status = self._told(Lifecycle.CONNECTED)
        return self._identity

    def disconnect(self) -> None:
        """Stop playing and close the file; may be called again."""
        player, visit = self._player, self._visit
        self._player, self._visit = None, None
        if player is not None:
            player.close()
        if visit is not None:
            visit.close()
        self._status = self._told(Lifecycle.DISCONNECTED)

    def read(self, timeout: float) -> SampleBlock | None:
        """Return the samples that are due.

        Raises
        ------
        RobotStateError
            ``replay-ended``, raised once, after the last sample.
        TransportError
            ``not-connected``.
        """
        player = self._player
        if player is None:
            raise TransportError("not-connected", uri=self.uri)
        block = player.next_block(timeout)
        if block is not None:
            self._count(block)
            self._status = self._told(Lifecycle.CONNECTED)
        elif player.is_over:
            self._end(player, timeout)
        return block

    def arm(self) -> None:
        """Raise ``RobotStateError`` ``read-only``: a replay cannot move."""
        raise RobotStateError("read-only", uri=self.uri)

    def disarm(self) -> None:
        """Do nothing: a replay is never armed."""

    def start(self, plan: MotionPlan) -> Motion:
        """Raise ``MotionRejected`` ``motion-not-offered``: a replay cannot move."""
        raise MotionRejected("motion-not-offered", motion=type(plan).__name__, uri=self.uri)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Do nothing: a replay does not move."""

    def clear_fault(self) -> None:
        """After the end, play again from the start."""
        if self._status.lifecycle is Lifecycle.FAULT:
            self.connect()

    def read_identity(self) -> Identity:
        """The identity of the recorded robot."""
        return self._identity

    def read_payload(self) -> PayloadSetting:
        """Raise ``MotionRejected`` ``payload-not-offered``: a replay has no payload."""
        raise MotionRejected("payload-not-offered", uri=self.uri)

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Raise ``MotionRejected`` ``payload-not-offered``: a replay has no payload."""
        raise MotionRejected("payload-not-offered", uri=self.uri, mass=setting.mass)

    def _end(self, player: Player, timeout: float) -> None:
        error = RobotStateError("replay-ended", label=self._settings.label, seconds=self._seconds)
        self._status = ControllerStatus(
            Lifecycle.FAULT,
            heard_at=self._status.heard_at,
            fault_code=error.code,
            fault_facts=error.facts,
            remote_enabled=False,
        )
        # raised once, as the contract demands; later calls only wait, so that the reader does not spin
        if not self._end_told:
            self._end_told = True
            raise error
        player.wait(timeout)

    def _count(self, block: SampleBlock) -> None:
        before = self._counters
        seen = before.samples + before.missed
        # numbers start at 0, so the samples up to the last one minus those seen are missing
        missed = int(block.sequence[-1]) + 1 - seen - block.count
        self._counters = LinkCounters(
            frames=before.frames + 1, samples=before.samples + block.count, missed=before.missed + missed
        )

    def _told(self, lifecycle: Lifecycle) -> ControllerStatus:
        return ControllerStatus(lifecycle, heard_at=self._clock.now(), remote_enabled=False)


class _PlayedClock(WallClock):
    """Measures silence by the played time; waiting uses this computer's clock."""

    def __init__(self, played: PlayedTime) -> None:
        self._played = played

    def now(self) -> float:
        return self._played.now()

    def wait(self, event: Waitable, seconds: float) -> bool:
        return event.wait(seconds)


def recorded_robot(settings: ReplaySettings) -> RobotModel:
    """Read the description of the robot of the replayed visit."""
    with Visit.open(settings.path, recover=False) as visit:
        return parse_toml(visit.robot_toml, file=str(settings.path))


def _opened(visit: Visit, settings: ReplaySettings) -> tuple[RobotModel, tuple[Run, ...]]:
    return parse_toml(visit.robot_toml, file=str(visit.path)), load_runs(visit, settings.label)


def _capabilities(run: Run) -> Capabilities:
    recording = run.recording
    return Capabilities(
        kind=ControllerKind.READ_ONLY,
        joint_count=recording.joint_count,
        sample_rate=sample_rate(recording.time),
        quantities=tuple(recording.columns),
        torque_kind=recording.torque_kind,
        motions=frozenset(),
        stops_when_host_silent=False,
        mark=Mark.REPLAY,
    )


def _identity(robot: RobotModel, run: Run) -> Identity:
    origin = run.recording.origin
    lower, upper = _reported_limits(robot)
    return Identity(
        model=robot.name,
        serial=origin.serial,
        firmware=origin.software,
        power_on=origin.power_on,
        joint_names=robot.joint_names,
        lower=lower,
        upper=upper,
        velocity=robot.velocity_limit,
        gear_ratio=robot.gear_ratio,
        drive_gain=robot.drive_gain,
    )


def _reported_limits(robot: RobotModel) -> tuple[FloatArray, FloatArray]:
    """Lower and upper limits (n,) in the controller's convention; a reversed sign swaps them."""
    ends = np.stack([robot.position_as_reported(robot.lower), robot.position_as_reported(robot.upper)])
    return ends.min(axis=0), ends.max(axis=0)
