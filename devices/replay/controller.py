"""A visit's recordings as a controller that only tells: same stream, same holes, nothing moves."""

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
from devices.replay.player import PlayedTime, Player
from devices.replay.runs import Run, load_runs, sample_rate
from devices.replay.settings import ReplaySettings
from devices.samples import SampleBlock


class ReplayController:
    """Plays recordings of a visit; the device time is that of the recordings.

    Parameters
    ----------
    settings
        Which recordings, how fast.

    Raises
    ------
    BadFile, BadRequest, ConfigurationError
        When the visit cannot be opened, has no such recording, or its recordings do
        not have the same channels.
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
        """How it was named."""
        return self._settings.uri

    @property
    def clock(self) -> ArmClock:
        """The time that was played since the last ``connect``: it waits for whoever reads."""
        return self._clock

    @property
    def capabilities(self) -> Capabilities:
        """What the recordings contain; no motion of any kind."""
        return self._capabilities

    @property
    def status(self) -> ControllerStatus:
        """Connected, or at the end."""
        return self._status

    @property
    def counters(self) -> LinkCounters:
        """Samples handed out, and those that the recordings themselves miss."""
        return self._counters

    def connect(self) -> Identity:
        """Begin to play from the start."""
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
        """Stop playing and close the file; idempotent."""
        player, visit = self._player, self._visit
        self._player, self._visit = None, None
        if player is not None:
            player.close()
        if visit is not None:
            visit.close()
        self._status = self._told(Lifecycle.DISCONNECTED)

    def read(self, timeout: float) -> SampleBlock | None:
        """The samples that are due.

        Raises
        ------
        RobotStateError
            ``replay-ended`` once, when all was played.
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
        """Never possible: ``RobotStateError`` ``read-only``."""
        raise RobotStateError("read-only", uri=self.uri)

    def disarm(self) -> None:
        """Nothing to take back."""

    def start(self, plan: MotionPlan) -> Motion:
        """Never possible: ``MotionRejected`` ``motion-not-offered``."""
        raise MotionRejected("motion-not-offered", motion=type(plan).__name__, uri=self.uri)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Nothing moves."""

    def clear_fault(self) -> None:
        """Play again from the start after the end was reached."""
        if self._status.lifecycle is Lifecycle.FAULT:
            self.connect()

    def read_identity(self) -> Identity:
        """Who was recorded."""
        return self._identity

    def read_payload(self) -> PayloadSetting:
        """Not known: ``MotionRejected`` ``payload-not-offered``."""
        raise MotionRejected("payload-not-offered", uri=self.uri)

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        """Nothing takes it: ``MotionRejected`` ``payload-not-offered``."""
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
        if not self._end_told:
            self._end_told = True
            raise error
        player.wait(timeout)

    def _count(self, block: SampleBlock) -> None:
        before = self._counters
        seen = before.samples + before.missed
        missed = int(block.sequence[-1]) + 1 - seen - block.count
        self._counters = LinkCounters(
            frames=before.frames + 1, samples=before.samples + block.count, missed=before.missed + missed
        )

    def _told(self, lifecycle: Lifecycle) -> ControllerStatus:
        return ControllerStatus(lifecycle, heard_at=self._clock.now(), remote_enabled=False)


class _PlayedClock(WallClock):
    """Judges silence by the played time; waiting is done by this computer's, which nothing depends on."""

    def __init__(self, played: PlayedTime) -> None:
        self._played = played

    def now(self) -> float:
        """Seconds played."""
        return self._played.now()

    def wait(self, event: Waitable, seconds: float) -> bool:
        """Wait for ``event`` by this computer's clock."""
        return event.wait(seconds)


def recorded_robot(settings: ReplaySettings) -> RobotModel:
    """The robot of the visit that is played."""
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
    """Lower and upper limits (n,) in the controller's own counting, which may run the other way."""
    ends = np.stack([robot.position_as_reported(robot.lower), robot.position_as_reported(robot.upper)])
    return ends.min(axis=0), ends.max(axis=0)
