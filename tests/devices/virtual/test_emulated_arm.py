"""The virtual robot behind a serial port, in its own process, which survives a pulled cable."""

import contextlib
import itertools
import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from core.errors import BadRequest
from core.recording import Quantity
from devices.connection import open_controller
from devices.errors import ConfigurationError, TransportError
from devices.motion import Jog, MotionEnd
from devices.protocol_open import messages as m
from devices.virtual.emulated_arm import EmulatedArm
from devices.virtual.settings import parse_virtual
from tests.devices.promised.patient import be_patient_arm
from tests.devices.virtual.host import ROBOT, beating, noted
from tests.devices.virtual.null_modem import null_modem
from tests.devices.virtual.test_host_dies import SILENT_S, is_running
from tests.devices.virtual.wire_host import WireHost
from tests.waiting import LIMIT_S, wait_until

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals")

COUNTER_WRAPS_S, CLOCK_WRAPS_S = 2**16 / 1000.0, 2**32 / 1e6


@pytest.fixture
def emulated(tmp_path):
    """Starts an emulated arm from a query; ends all of them."""
    with contextlib.ExitStack() as started:

        def start(query="", **place):
            settings = parse_virtual(f"virtual:ec66?black_box={tmp_path / 'box.jsonl'}&{query}")
            return started.enter_context(EmulatedArm.start(settings, link=tmp_path / "port", **place))

        yield start


@pytest.fixture
def box(tmp_path):
    return tmp_path / "box.jsonl"


def only_samples(messages):
    return [message for message in messages if isinstance(message, m.Samples)]


# The stream


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("wrap", "seconds"), [(COUNTER_WRAPS_S, 1), (CLOCK_WRAPS_S, 3)], ids=["counter", "clock"]
)
def test_seconds_of_six_channels_at_1_khz_have_no_hole(emulated, wrap, seconds):
    arm = emulated(f"stream=full&uptime={wrap - 0.5}")
    with WireHost(arm.port) as host:
        table = host.hello()
        host.beating.set()
        frames = host.stream(1000 * seconds)
        assert (host.decoder.damaged, host.decoder.missing, host.decoder.malformed) == (0, 0, 0)
    assert len(table.fast_channels) == 36
    samples = only_samples(frames)
    slow = [frame for frame in frames if isinstance(frame, m.SlowSamples)]
    assert isinstance(frames[0], m.SlowSamples)
    assert {(b.first - a.first) % 2**16 for a, b in itertools.pairwise(samples)} == {10}
    times = np.concatenate([frame.time_us for frame in samples]).astype(np.int64)
    np.testing.assert_array_equal(np.diff(times) % 2**32, 1000)
    assert set(np.diff([frame.time_us for frame in slow]) % 2**32) == {100_000}
    assert slow[0].time_us == times[0]
    assert (times[-1] - slow[-1].time_us) % 2**32 < 100_000 or (slow[-1].time_us - times[-1]) % 2**32 == 1000
    firsts = [frame.first for frame in samples]
    assert min(np.diff(times)) < 0 or min(np.diff(firsts)) < 0, "it has wrapped"
    assert all(len(frame.rows) == 36 * 4 * 10 for frame in samples)


def test_a_stream_too_fast_for_its_line_tears_no_frame(emulated):
    """How fast it is: ``tests/devices/transport/test_pseudo_terminal.py``."""
    arm = emulated("stream=full", baud=921_600)
    with WireHost(arm.port) as host:
        host.hello()
        assert len(only_samples(host.stream(2000))) >= 200
        assert host.decoder.damaged == 0


def test_the_driver_works_through_the_port(emulated, monkeypatch):
    monkeypatch.setattr("devices.virtual.emulated_arm.be_emulated_arm", be_patient_arm)
    arm = emulated("stream=full&uptime=4294")
    with beating() as pulse:
        controller = open_controller(f"serial:{arm.port}?arm=V-ec66-0000", robot=ROBOT, pulse=pulse)
        try:
            assert controller.connect().serial == "V-ec66-0000"
            assert Quantity.CURRENT_REFERENCE in controller.capabilities.quantities
            first = controller.read(LIMIT_S)
            assert not np.isnan(first.columns[Quantity.TEMPERATURE]).any(), "known from the first sample on"
            assert (first.columns[Quantity.TEMPERATURE] > 273.15).all()
            controller.arm()
            motion = controller.start(Jog(2, 0.05, 0.1))
            assert motion.result(LIMIT_S) is MotionEnd.FINISHED
            assert controller.counters.missed == 0
            assert controller.counters.damaged == 0
        finally:
            controller.disconnect()


# The cable


def test_pulled_in_the_middle_of_a_motion_the_watchdog_stops_the_arm_and_old_tokens_are_unknown(
    emulated, box
):
    arm = emulated()
    with WireHost(arm.port) as host:
        power_on = host.hello().power_on
        host.beating.set()
        token = host.upload_standing_still()
        host.begin_move()
        wait_until(lambda: np.ptp([host.pose() for _ in range(2)], axis=0).max() > 1e-3, "the arm to move")
        arm.pull()
        assert not os.path.lexists(arm.port)
    wait_until(lambda: noted(box, "motion-ends"))
    (out,), (watchdog,) = noted(box, "cable-pulled"), noted(box, "watchdog")
    (begun,), (stood,), (ended,) = (noted(box, name) for name in ("stop-begins", "standstill", "motion-ends"))
    assert watchdog["silence"] > SILENT_S
    assert (begun["cause"], ended["outcome"]) == ("host-silent", "failed")
    assert max(map(abs, begun["velocity"])) > 0.05, "it was moving"
    assert stood["device"] > begun["device"]
    assert not noted(box, "host-gone"), "an unplugged cable is silence, not the end"

    arm.plug()
    (back,) = noted(box, "cable-plugged")
    assert back["device"] > ended["device"] > out["device"], "its clock runs"
    with WireHost(arm.port) as host:
        host.beating.set()
        assert host.hello().power_on == power_on
        assert host.ask(m.AskStatus()).fault == "host-silent"
        host.accepted(m.Clear())
        host.accepted(m.Arm())
        assert host.ask(m.TrajectoryRun(token)).code == "trajectory-unknown"
        assert host.ask(m.AskStatus()).motion == 1


def test_the_fault_of_that_name_pulls_the_port_each_time(emulated, box):
    arm = emulated("fault=cable-pulled@0.2")
    with WireHost(arm.port) as host:
        host.hello()
        host.begin_move()
        wait_until(lambda: not os.path.lexists(arm.port))
    wait_until(lambda: noted(box, "standstill"))
    arm.plug()
    with WireHost(arm.port) as host:
        host.hello()
        host.accepted(m.Simulate("fault", {"name": "wrong-model"}))
        host.send(m.Simulate("fault", {"name": "cable-pulled"}))
        wait_until(lambda: not os.path.lexists(arm.port))
    arm.plug()
    with WireHost(arm.port) as host:
        assert host.hello().model != "ec66", "it is the same device, with its other fault"
    assert [entry["event"] for entry in (*noted(box, "cable-pulled"), *noted(box, "cable-plugged"))] == [
        *["cable-pulled"] * 2,
        *["cable-plugged"] * 2,
    ]


@pytest.mark.thorough
def test_the_arm_answers_again_after_each_plug(emulated):
    arm = emulated()
    for _ in range(10):
        arm.pull()
        arm.pull()
        arm.plug()
        with WireHost(arm.port) as host:
            assert host.hello().serial == "V-ec66-0000"


# Beginning and end


def test_closing_removes_port_and_process(emulated):
    arm = emulated()
    with WireHost(arm.port) as host:
        host.hello()
        host.begin_move()
        arm.close()
        arm.close()
    assert not is_running(arm.pid)
    assert not os.path.lexists(arm.port)
    with pytest.raises(TransportError, match="virtual-robot-ended"):
        arm.pull()
    with pytest.raises(TransportError, match="virtual-robot-ended"):
        arm.check()


@pytest.mark.expected_log("emulated-arm ended with exit code -9")
def test_a_killed_process_is_an_error(emulated):
    arm = emulated()
    arm.check()
    os.kill(arm.pid, signal.SIGKILL)
    with pytest.raises(TransportError, match="virtual-robot-ended") as problem:
        arm.pull()
    assert problem.value.facts["exit_code"] == -signal.SIGKILL


def test_a_terminated_process_removes_its_link(emulated):
    arm = emulated()
    os.kill(arm.pid, signal.SIGTERM)
    wait_until(lambda: not is_running(arm.pid))
    assert not os.path.lexists(arm.port)


@pytest.mark.thorough
def test_a_failed_start_raises_its_error_and_leaves_no_process(emulated, tmp_path):
    with pytest.raises(BadRequest, match="controller-bad-value"):
        emulated("pace=fast")
    with pytest.raises(BadRequest, match="controller-bad-value"):
        emulated("look_s=0.1")
    with pytest.raises(BadRequest, match="unknown-robot"):
        EmulatedArm.start(parse_virtual("virtual:nobody"), link=tmp_path / "port")
    with pytest.raises(TransportError, match="port-missing"):
        EmulatedArm.at_port(parse_virtual("virtual:ec66"), port=str(tmp_path / "nowhere"))
    (tmp_path / "port").write_text("mine")
    with pytest.raises(ConfigurationError, match="port-link-taken"):
        emulated()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")
@pytest.mark.parametrize("manner", ["ends", "waits"])
def test_no_process_stays_when_its_owner_ends_or_is_killed(tmp_path, repository, manner):
    link = tmp_path / "port"
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.devices.virtual.orphaned_arm", str(link), manner],
        cwd=repository,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        arm = int(program.stdout.readline())
        if manner == "waits":
            assert is_running(arm)
            program.kill()
        assert program.wait(LIMIT_S) == (0 if manner == "ends" else -signal.SIGKILL)
        wait_until(lambda: not is_running(arm))
        assert not os.path.lexists(link)
    finally:
        program.kill()
        program.wait()
        program.stdin.close()
        program.stdout.close()


def test_an_emulated_arm_serves_an_existing_port():
    """Two pseudo-terminals joined by a thread stand for a null modem between two ports."""
    with (
        null_modem() as (here, there),
        EmulatedArm.at_port(parse_virtual("virtual:ec66"), port=here) as arm,
        WireHost(there) as host,
    ):
        assert arm.port == here
        assert host.hello().serial == "V-ec66-0000"
        arm.pull()
        host.send(m.AskStatus())
        arm.plug()
        assert host.hello().serial == "V-ec66-0000"
