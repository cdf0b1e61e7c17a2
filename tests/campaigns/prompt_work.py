"""How soon long computations end when they are asked to, and what the small ones cost that run all the time.

Planning an excitation is asked to stop at moments of its first second, by every method, without and with
bodies to keep clear of; learning a residual is watched for its longest stretch of processor time between two
looks. A frame of the live page's signals, of a model's torques, a penalty of the planning search and the
checks beside a stream are repeated in this process; the median counts. Cleaning a long recording whose clock
has two bad stamps and checking 20 s of motion are timed once. Then ports: the delay of an answer through a
pseudo-terminal, how often a stream of 150 kB/s wakes its reader, the frames of the open protocol, the
commands to emulated moteus drives, and the states of an emulated Franka controller that a driver misses.
"""

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from _measurement import REPOSITORY, write_measurement

sys.path.insert(0, str(REPOSITORY))

from core.diagnostics.live_signals import LiveSignals
from core.diagnostics.model_torques import ModelTorques, TorqueRows
from core.exchange.cleaning import clean
from core.exchange.samples import Samples
from core.excitation.keep_outs.collision_keep_out import collision_keep_out
from core.excitation.plan import plan_excitation
from core.excitation.settings import ExcitationSettings, MethodName, TrajectoryKind
from core.learning.kinds import FeatureKind, ResidualKind
from core.learning.learn import learn_residual
from core.monitor import Cancelled, NullMonitor
from core.recording import Quantity
from core.robot.library import load_robot
from core.robot.surroundings import Box
from core.signals.decimation import minmax
from devices.acquisition.stream_checks import StreamChecks
from devices.driving.pulse import Pulse
from devices.errors import DataQualityError
from devices.motion import Jog, RunTrajectory
from devices.protocol_open import wire
from devices.protocol_open.messages import Samples as Frame
from devices.transport.serial_port import SerialTransport
from tests.core.diagnostics.streamed_arm import RATE_HZ, USUAL, made_up, rows_of
from tests.core.excitation.differences import random_motion_of
from tests.core.learning.residuals import joint_names, samples_along
from tests.devices.acquisition.fake_controller import FakeController, pieces, stream
from tests.devices.franka.rig import driver as franka_driver
from tests.devices.franka.rig import emulated_apart
from tests.devices.moteus.rig import driver, emulated_moteus, ticking
from tests.devices.safety.fake_arm import HOME
from tests.devices.safety.previewed import fourier, preview
from tests.devices.transport.pty_peer import PtyPeer
from tests.devices.universal_robots.samples import samples_of

FREE = {"limits": "liu", "collision": False, "torque": False}
CONFINED = {"kind": TrajectoryKind.MODIFIED, "start": (0.0, 0.3, 0.2, 0.1, 0.2, 0.3), "limits": "liu"}
STOPPED_AFTER_S = (0.0, 0.02, 0.05, 0.1, 0.2, 0.8)
JOINTS, CHUNK = 7, 33
"""Samples a frame at 1 kHz: 30 frames a second."""
SHELF = Box("shelf", (-1.5, 0.6, 0.0), (1.5, 0.9, 1.0))
Figures = Iterator[tuple[str, float]]


class Stopping(NullMonitor):
    """Stops the work some time after it began."""

    def __init__(self, after_s: float) -> None:
        self._stop_at = time.perf_counter() + after_s

    def check(self) -> None:
        """Raise ``Cancelled`` once the time is over."""
        if time.perf_counter() >= self._stop_at:
            raise Cancelled


class Watch(NullMonitor):
    """The longest stretch of processor time between two looks, s."""

    def __init__(self) -> None:
        self.last, self.longest = time.thread_time(), 0.0

    def check(self) -> None:
        """Note how long it is since the look before."""
        now = time.thread_time()
        self.longest, self.last = max(self.longest, now - self.last), now


def main() -> int:
    """Run the campaign; ``--quick`` makes few calls and writes nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few calls")
    quick = parser.parse_args().quick
    calls = 5 if quick else 200
    numbers: dict[str, float] = {}
    for found in (stops(quick=quick), looks(), live_frames(calls), torque_frames(calls), penalties(calls),
                  checks(), cleaning(), previews(), frames(calls), ports(calls), commands(),
                  states(200 if quick else 2000)):  # fmt: skip
        for what, value in found:
            print(f"{what}: {value:.3g}")
            numbers[what] = value
    numbers["load_average_of_the_machine"] = os.getloadavg()[0]
    if not quick:
        write_measurement("prompt_work", seed=0, numbers=numbers)
    return 0


def stops(*, quick: bool) -> Figures:
    """Milliseconds from asking the search for a plan to stop until it has ended, the longest."""
    for name, settings in (("free", FREE), ("confined", CONFINED)):
        for method in MethodName:
            asked = ExcitationSettings(**settings, method=method, seconds=60.0)
            plan_excitation(load_robot("ec66"), ExcitationSettings(**settings, method=method, evaluations=5))
            waited = [stopped(asked, after_s) for after_s in STOPPED_AFTER_S[: 2 if quick else None]]
            yield f"planning, {name}, {method.value}: longest until it ended, ms", 1e3 * max(waited)


def stopped(settings: ExcitationSettings, after_s: float) -> float:
    """Seconds that a search goes on after it was asked to stop."""
    began = time.perf_counter()
    try:
        plan_excitation(load_robot("ec66"), settings, monitor=Stopping(after_s))
    except Cancelled:
        return time.perf_counter() - began - after_s
    raise RuntimeError("the search ended before it was asked to")


def looks() -> Figures:
    """Milliseconds of processor time between two looks of a learner, the longest."""
    for kind in (ResidualKind.RBF, ResidualKind.GMM):
        known = {
            "samples": {"excitation": samples_along(1, learnable=(0, 2, 4))},
            "features": FeatureKind.BOTH,
            "joint_names": joint_names(6),
        }
        learn_residual(**known, kind=kind)  # loads what it needs
        watch = Watch()
        learn_residual(**known, kind=kind, monitor=watch)
        yield f"learning, {kind.value}: longest between two looks, ms", 1e3 * watch.longest


def milliseconds(call: Callable[[], object], calls: int) -> float:
    """Processor time of a call in ms, the median; the first call is left out."""
    call()
    spent = []
    for _ in range(calls):
        before = time.thread_time()
        call()
        spent.append(time.thread_time() - before)
    return 1e3 * median(spent)


def live_frames(calls: int) -> Figures:
    """A frame of the live page, and what decimating all its curves again would take."""
    made = made_up(50_000 + CHUNK * (calls + 1), joints=JOINTS)
    for window_s in (2.0, 10.0, 60.0):
        for name, lag_s in (("one clock", None), ("late channels", np.linspace(2e-3, 4e-3, JOINTS))):
            live = new_live(window_s)
            live.lag.tell(lag_s)
            live.take_lag()
            live.feed(*rows_of(made, slice(0, 50_000)))
            _, at, columns = rows_of(made, slice(0, round(window_s * RATE_HZ)))
            curve = np.ascontiguousarray(next(iter(columns.values()))[:, 0])
            again = milliseconds(lambda at=at, curve=curve: minmax(at, curve, buckets=600), calls)
            ends = iter(range(50_000, made[0].size, CHUNK))

            def frame(live: LiveSignals = live, ends: Iterator[int] = ends) -> None:
                first = next(ends)
                live.feed(*rows_of(made, slice(first, first + CHUNK)))
                live.curves()

            spent, what = milliseconds(frame, calls), f"live signals, {window_s:g} s, {name}"
            yield f"{what}: a frame, ms", spent
            yield f"{what}: all curves decimated again, ms", JOINTS * len(live.offered) * again
    sequence, at, columns = made
    live = new_live(10.0)
    live.feed(*made)
    yield (
        "live signals: another window of 60 s filled, ms",
        milliseconds(
            lambda: live.restart(window_s=60.0, sequence=sequence, time=at, columns=columns), min(calls, 9)
        ),
    )


def new_live(window_s: float) -> LiveSignals:
    """The live signals of an arm of seven joints."""
    return LiveSignals(
        load_robot("lwr4"), USUAL, rate_hz=RATE_HZ, window_s=window_s, drive_gain=np.full(JOINTS, 10.0)
    )


def torque_frames(calls: int) -> Figures:
    """A frame of the curves of a model's torques."""
    joints, random = 6, np.random.default_rng(0)
    found, fed = ModelTorques(joints, rate_hz=RATE_HZ), 0

    def feed(count: int) -> None:
        nonlocal fed
        number = np.arange(fed, fed + count)
        measured, expected = random.normal(size=(2, count, joints))
        found.feed(
            TorqueRows(
                number, number / RATE_HZ, measured, expected, np.zeros((count, joints)),
                np.full((count, joints), 5.0),
            )
        )  # fmt: skip
        fed += count

    def frame() -> None:
        feed(CHUNK)
        found.curves()
        found.pushes()

    feed(20_000)
    yield "torques of a model: a frame, ms", milliseconds(frame, calls)


def penalties(calls: int) -> Figures:
    """The penalty for bodies too near, with its gradient, over 200 poses."""
    for name in ("ec66", "ur10e", "kr300"):
        robot = load_robot(name)
        keep_out = collision_keep_out(robot, floor_height=0.0, boxes=(SHELF,))
        motion = random_motion_of(robot, samples=200)
        yield (
            f"penalty for bodies too near, {name}, ms",
            milliseconds(lambda keep_out=keep_out, motion=motion: keep_out.penalty(motion), calls),
        )


def checks() -> Figures:
    """All checks beside a stream of six joints at 1 kHz."""
    found: list[DataQualityError] = []
    blocks = pieces(stream(10_000, joints=6))
    robot = replace(load_robot("ec66"), coupling=None, motor_position_at_shaft=False)
    judged = StreamChecks(FakeController(joints=6), robot, on_finding=found.append, on_note=found.append)
    before = time.thread_time()
    for block in blocks:
        judged(block)
    yield "checks beside a stream: percent of a core", 100.0 * (time.thread_time() - before) / 10.0


def cleaning() -> Figures:
    """A recording of 400 s with two bad stamps."""
    at = np.arange(400_000) / 1000.0
    at[[1_000, 200_000]] = at[[900, 300_000]]
    samples = Samples(np.arange(1, at.size + 1), at, {Quantity.POSITION: np.zeros((at.size, 1))})
    before = time.process_time()
    clean(samples)
    yield "cleaning 400,000 rows with two bad stamps, ms", 1e3 * (time.process_time() - before)


def previews() -> Figures:
    """The check of a motion of 20 s before it is begun."""
    plan = RunTrajectory(fourier(HOME, period_s=20.0))
    preview(plan)  # the kernels are read from the compiler's cache once
    before = time.perf_counter()
    preview(plan)
    yield "checking 20 s of motion, s", time.perf_counter() - before


def frames(calls: int) -> Figures:
    """A frame of ten samples of six joints with five channels: at 1 kHz there are 100 a second."""
    values = np.random.default_rng(1).normal(size=(10, 30)) * 1e5
    message = Frame(1, tuple(range(10)), values.astype("<i4").tobytes())
    content, decoder = wire.encode(message, sequence=0, time_us=0), wire.Decoder()
    encoding = milliseconds(lambda: wire.encode(message, sequence=0, time_us=0), calls)
    yield "a frame encoded, µs", 1e3 * encoding
    yield "a frame decoded, µs", 1e3 * milliseconds(lambda: decoder.feed(content), calls)


def ports(calls: int) -> Figures:
    """A serial port over a pseudo-terminal: the delay of one answer, and reads of a stream."""
    peer = PtyPeer()
    host = SerialTransport(peer.path, baud=2_000_000)
    delays = []
    for _ in range(calls):
        before = time.perf_counter()
        peer.write(b"answer", 1.0)
        host.read(1.0)
        delays.append(time.perf_counter() - before)
    yield "an answer through a serial port, ms", 1e3 * median(delays)
    content = wire.encode(Frame(0, tuple(range(0, 10_000, 1000)), bytes(144) * 10), sequence=0, time_us=0)
    ended = threading.Event()
    sending = threading.Thread(target=stream_frames, args=(peer, content, ended), name="device")
    sending.start()
    reads = received = 0
    began = time.perf_counter()
    while (seconds := time.perf_counter() - began) < 3.0:
        received += len(host.read(0.05))
        reads += 1
    ended.set()
    sending.join()
    yield "reads of a stream, 1/s", reads / seconds
    yield "bytes of that stream, kB/s", 1e-3 * received / seconds
    host.close()
    peer.close()


def stream_frames(peer: PtyPeer, content: bytes, ended: threading.Event) -> None:
    """1 kHz in frames of 10 samples, each in packets of 64 bytes as they come off a wire of 2 Mbaud."""
    due = time.perf_counter()
    while not ended.is_set():
        for first in range(0, len(content), 64):
            peer.write(content[first : first + 64], 1.0)
            time.sleep(64 / 200_000)
        due += 0.01
        time.sleep(max(due - time.perf_counter(), 0.0))


def commands() -> Figures:
    """How often drives of moteus get a command in a motion, and how late the latest hundredth is."""
    pulse = Pulse()
    with (
        emulated_moteus("?watchdog=0.5", port=0) as emulated,
        ticking(pulse),
        driver(f"{emulated.uri}&motion=allowed", pulse=pulse) as controller,
    ):
        controller.arm()
        controller.start(Jog(5, 0.4, 0.4)).result(30.0)
        yield "commands to moteus drives, 1/s", controller.jitter.rate
        yield "commands to moteus drives: late (99 %), ms", 1e3 * controller.jitter.late_p99


def states(count: int) -> Figures:
    """States of an emulated Franka controller that the driver misses."""
    with emulated_apart() as emulated, franka_driver(emulated.uri) as arm:
        samples_of(arm, count)
        yield f"states of Franka missed of {count}", float(arm.counters.missed)


if __name__ == "__main__":
    raise SystemExit(main())
