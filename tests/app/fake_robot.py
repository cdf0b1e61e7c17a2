"""A robot session that does what a test says: for tests of the window, not of robots."""

import threading
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import numpy as np

from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.thread import Place
from core.encoders.result import EncoderCheck, JointCheck
from core.errors import BadRequest, Fact
from core.quality import Judgement, Reason, Verdict
from core.recording import Mark, Quantity, TorqueKind
from core.robot.library import load_robot
from devices.acquisition.ring import Ring
from devices.capabilities import Capabilities, ControllerKind, Identity, MotionKind
from devices.clock import WallClock
from devices.controller import ControllerStatus, Lifecycle, LinkCounters, PayloadSetting
from devices.errors import DeviceError, RobotStateError, TransportError
from devices.motion import Jog
from devices.safety.preview import Finding, Preview
from devices.safety.readiness import ReadinessLine, ReadinessState
from devices.samples import SampleBlock
from tests.waiting import wait_until

JOINTS = 6
RATE_HZ = 100.0
PLACE_URI = "virtual:ec66"
SILENT_S = 1.0
"""How long ago the last sample came of a stream that a test lets fall silent, s."""


def identity(serial: str = "4711") -> Identity:
    """Who answers."""
    return Identity(
        model="ec66",
        serial=serial,
        firmware="1.2",
        power_on="first",
        joint_names=tuple(f"joint_{number + 1}" for number in range(JOINTS)),
        lower=np.full(JOINTS, -3.0),
        upper=np.full(JOINTS, 3.0),
        velocity=np.full(JOINTS, 2.0),
    )


def capabilities(*, mark: Mark = Mark.VIRTUAL, stops_when_host_silent: bool = True) -> Capabilities:
    """What it can do."""
    return Capabilities(
        kind=ControllerKind.OPEN,
        joint_count=JOINTS,
        sample_rate=RATE_HZ,
        quantities=(Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.CURRENT),
        torque_kind=TorqueKind.MOTOR_CURRENT,
        motions=frozenset({MotionKind.JOG, MotionKind.TRAJECTORY}),
        stops_when_host_silent=stops_when_host_silent,
        mark=mark,
    )


def samples(first: int, count: int, *, rate_hz: float = RATE_HZ) -> SampleBlock:
    """A short stretch of a stream."""
    number = np.arange(first, first + count)
    wave = np.sin(number / 20.0)[:, np.newaxis] * np.ones(JOINTS)
    return SampleBlock(
        sequence=number,
        device_time=number / rate_hz,
        host_time=number / rate_hz,
        columns={
            Quantity.POSITION: wave,
            Quantity.MOTOR_POSITION: wave + 0.001,
            Quantity.LINK_POSITION: wave,
            Quantity.CURRENT: 2.0 * wave,
        },
    )


class FedRing(Ring):
    """Its newest sample has come just now, until a test lets the stream fall silent."""

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity)
        self._age_s = 0.0

    def append(self, block: SampleBlock) -> None:
        self._age_s = 0.0
        super().append(block)

    def age(self) -> float:
        return self._age_s if self.held else np.inf

    def fall_silent(self) -> None:
        """Nothing has come for a while."""
        self._age_s = SILENT_S


def acquisition(ring: Ring) -> SimpleNamespace:
    """A stream into a ring that a test feeds."""
    return SimpleNamespace(
        ring=ring, error=None, recording=None, events=(), add_watcher=lambda _watcher: None
    )


class FakeSession:
    """Counts the stops and does as it is told."""

    def __init__(self, *, mark: Mark = Mark.VIRTUAL, stops_when_host_silent: bool = True) -> None:
        self.capabilities = capabilities(mark=mark, stops_when_host_silent=stops_when_host_silent)
        self.identity = identity()
        self.robot = load_robot("ec66")
        self.controller = SimpleNamespace(
            status=ControllerStatus(Lifecycle.DISCONNECTED), counters=LinkCounters()
        )
        self.clock = WallClock()
        self.safe = SimpleNamespace(stop_count=0)
        self.connection_count = 0
        self.last_check = None
        self.under_way: PlannedMotion | None = None
        self.encoders_checked = False
        self.acquisition: SimpleNamespace | None = None
        self.stops: list[str] = []
        """Names of the threads that stopped it."""
        self.stop_event = threading.Event()
        self.is_closed = False
        self.open_error: DeviceError | None = None
        self.reconnected = 0
        self.attempts = 0
        self.is_away = threading.Event()
        """Set while nothing answers a ``reconnect``."""
        self.reconnect_error: DeviceError | None = None
        self.power_on = "first"
        """Of the robot that answers from now on."""
        self.pose = np.zeros(JOINTS)
        self.given_up = threading.Event()
        self.uri = PLACE_URI
        self.connection = self
        self.hung: PayloadSetting | None = None
        self.missing: tuple[tuple[str, dict[str, Fact]], ...] = ()
        self.lines = (
            ReadinessLine("stream-runs", ReadinessState.READY, {"rate": RATE_HZ}),
            ReadinessLine("encoders-not-checked", ReadinessState.LIMITED, fix="check"),
            ReadinessLine("not-remote", ReadinessState.NOT_READY),
        )

    def open(self, monitor: object = None) -> Identity:
        if self.open_error is not None:
            raise self.open_error
        self.acquisition = acquisition(FedRing(1000))
        self.acquisition.ring.append(samples(0, 50))
        self.connection_count += 1
        self.become(Lifecycle.CONNECTED)
        return self.identity

    def reconnect(self, monitor: object = None) -> Identity:
        self.attempts = 0
        wait_until(self._answers, "the robot to answer, or to be given up")
        if self.is_away.is_set():
            raise TransportError("gave-up-connecting", attempts=self.attempts, reason="port-missing")
        self.reconnected += 1
        self.identity = replace(self.identity, power_on=self.power_on)
        return self.open()

    def _answers(self) -> bool:
        """One more attempt; True if it is the last."""
        self.attempts += 1
        if self.reconnect_error is not None:
            raise self.reconnect_error
        return not self.is_away.is_set() or self.given_up.is_set()

    def clear_give_up(self) -> None:
        self.given_up.clear()

    def close(self) -> None:
        self.is_closed = True
        self.stop_event.set()

    def give_up(self) -> None:
        self.given_up.set()

    def standing_pose(self) -> np.ndarray:
        return self.pose

    def expect_motion(self, kind: MotionKind = MotionKind.POINT_TO_POINT) -> None:
        if kind not in self.capabilities.motions:
            raise BadRequest("controller-does-not-move", controller=self.uri)

    def readiness(self) -> tuple[ReadinessLine, ...]:
        return self.lines

    def stop(self) -> None:
        self.stops.append(threading.current_thread().name)
        self.safe.stop_count += 1
        self.stop_event.set()

    def hang_on_virtual(self, mass: float, center: tuple[float, float, float]) -> None:
        self.stop()
        self.hung = PayloadSetting(mass, center)

    def become(self, lifecycle: Lifecycle) -> None:
        self.controller.status = replace(self.controller.status, lifecycle=lifecycle)

    def lose(self) -> None:
        assert self.acquisition is not None
        self.acquisition.error = RobotStateError("link-lost", device=PLACE_URI)
        self.become(Lifecycle.LOST)


def make(session: FakeSession):
    """What a link calls to make its session."""
    return lambda place, pulse, compute, monitor: session


def place(folder) -> Place:
    """Where to connect to."""
    return Place(PLACE_URI, folder / "visit.h5")


def preview(*, top_speed: float = 0.2, findings: tuple[Finding, ...] = (), stop_count: int = 0) -> Preview:
    """Something that would move."""
    return Preview(
        plan=Jog(0, 0.03, 0.03),
        start=np.zeros(JOINTS),
        end=np.zeros(JOINTS),
        stop_count=stop_count,
        duration=2.0,
        top_speed=top_speed,
        needs_clear_cell=top_speed > 0.25,
        swept_low=np.array([0.0, 0.0, 0.0]),
        swept_high=np.array([0.5, 0.2, 1.0]),
        poses=np.linspace(0.0, 0.3, 8)[:, np.newaxis] * np.ones(JOINTS),
        peak_torque_fraction=np.full(JOINTS, 0.2),
        findings=findings,
    )


@dataclass
class FakeProcedure:
    """Moves until it is stopped or the test lets it finish."""

    name: str = "check"
    top_speed: float = 0.2
    findings: tuple[Finding, ...] = ()
    finish: threading.Event = field(default_factory=threading.Event)
    outcome: Outcome | None = None
    confirmed: list[Prepared] = field(default_factory=list)
    lifecycle: Lifecycle = Lifecycle.MOVING

    def prepare(self, session: FakeSession, monitor: object) -> Prepared:
        shown = preview(top_speed=self.top_speed, findings=self.findings, stop_count=session.safe.stop_count)
        return Prepared(
            self.name, (PlannedMotion("jog", shown),), 2.0, session.connection_count, session.safe.stop_count
        )

    def run(self, session: FakeSession, prepared: Prepared, monitor: object) -> Outcome:
        self.confirmed.append(prepared)
        session.stop_event.clear()
        session.under_way = prepared.motions[0] if prepared.motions else None
        session.become(self.lifecycle)
        wait_until(lambda: self.finish.is_set() or session.stop_event.is_set(), "the end of a motion")
        session.become(Lifecycle.CONNECTED)
        if session.stop_event.is_set():
            return Outcome(self.name, stopped=True)
        return self.outcome or Outcome(self.name)


def check(*, fault: bool = False) -> EncoderCheck:
    """What a check found."""
    bad = Judgement(Verdict.REPEAT, (Reason("encoder-sign-swapped", {"joint": "joint_2"}, Verdict.REPEAT),))
    joints = tuple(
        JointCheck(
            joint=f"joint_{number + 1}",
            reference="link",
            sign=-1 if fault and number == 1 else 1,
            slope=1.0002,
            slope_std=0.0004,
            offset=0.012,
            direction_gap=1e-4,
            moved=0.0349,
            judgement=bad if fault and number == 1 else Judgement(Verdict.GOOD),
        )
        for number in range(JOINTS)
    )
    judgement = bad if fault else Judgement(Verdict.GOOD)
    return EncoderCheck("check", "ec66", "first", joints, np.eye(JOINTS), np.eye(JOINTS), judgement)
