"""A program that dies or freezes in the middle of a motion: the arm stops by itself, no process stays."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from devices.virtual.emulated_arm import DEFAULT_BAUD, EmulatedArm
from devices.virtual.physics.rating import rate
from devices.virtual.settings import VirtualSettings
from tests.devices.virtual.host import ROBOT, noted
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")

HOST_KILLED_S = 0.3
"""By the arm's clock."""
SILENT_S = 0.15
"""Less is no silence."""


@contextlib.contextmanager
def doomed_host(uri, repository):
    """A host in the middle of a motion, and the process number of its robot."""
    host = subprocess.Popen(
        [sys.executable, "-m", "tests.devices.virtual.doomed_host", uri],
        cwd=repository,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        robot = int(host.stdout.readline())
        assert host.stdout.readline() == "moving\n"
        yield host, robot
    finally:
        host.kill()
        host.wait()
        host.stdout.close()


def is_running(pid):
    """True if a foreign process runs; a zombie process does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_killed_host_leaves_an_arm_that_stops_within_its_limits_and_no_process(tmp_path, repository):
    box = tmp_path / "box.jsonl"
    with doomed_host(f"virtual:ec66?black_box={box}", repository) as (host, robot):
        os.kill(host.pid, signal.SIGKILL)
        host.wait()
        wait_until(lambda: not is_running(robot))
    (begun,), (stood,) = noted(box, "stop-begins"), noted(box, "standstill")
    (gone,) = noted(box, "host-gone")
    assert 0.0 <= begun["device"] - gone["device"] <= HOST_KILLED_S
    assert begun["cause"] == "host-silent"
    assert np.abs(begun["velocity"]).max() > 0.05
    assert np.all(np.array(stood["peak_deceleration"]) <= 1.001 * rate(ROBOT).acceleration)


def test_a_frozen_host_leaves_an_arm_that_stops_by_its_watchdog(tmp_path, repository):
    """An arm behind a port, on a clock of its own: a virtual robot would wait for its host."""
    box = tmp_path / "box.jsonl"
    settings = VirtualSettings("ec66", black_box=box)
    with (
        contextlib.closing(EmulatedArm.start(settings, link=tmp_path / "port")) as arm,
        doomed_host(f"serial:{arm.port}?baud={DEFAULT_BAUD}", repository) as (host, _),
    ):
        os.kill(host.pid, signal.SIGSTOP)
        wait_until(lambda: noted(box, "standstill"))
        assert noted(box, "stop-begins")[0]["cause"] == "host-silent"
        assert noted(box, "watchdog")[0]["silence"] > SILENT_S
        arm.check()
        os.kill(host.pid, signal.SIGKILL)
        os.kill(host.pid, signal.SIGCONT)


def test_a_virtual_robot_waits_for_a_frozen_host(tmp_path, repository):
    box = tmp_path / "box.jsonl"
    with doomed_host(f"virtual:ec66?black_box={box}", repository) as (host, robot):
        os.kill(host.pid, signal.SIGSTOP)
        assert is_running(robot)
        os.kill(host.pid, signal.SIGKILL)
        os.kill(host.pid, signal.SIGCONT)
        host.wait()
        wait_until(lambda: not is_running(robot))
    assert noted(box, "standstill"), "alone, it comes to rest by itself"
    (gone,), (begun,) = noted(box, "host-gone"), noted(box, "stop-begins")
    assert begun["device"] >= gone["device"], "frozen, it did not let the arm stop"


def test_a_closed_controller_finishes_its_move_without_its_host_and_ends(tmp_path, repository):
    box = tmp_path / "box.jsonl"
    with doomed_host(f"virtual:ec66?kind=closed&black_box={box}", repository) as (host, robot):
        os.kill(host.pid, signal.SIGKILL)
        host.wait()
        wait_until(lambda: not is_running(robot))
    assert not noted(box, "stop-begins")
    (ended,), (gone,) = noted(box, "motion-ends"), noted(box, "host-gone")
    assert ended["outcome"] == "finished"
    assert ended["device"] > gone["device"], "it was still moving when the host died"


def test_an_interrupt_from_the_terminal_leaves_the_robot_to_its_host(tmp_path, repository):
    """Ctrl-C reaches every process of a terminal; the host must stop the arm."""
    box = tmp_path / "box.jsonl"
    with doomed_host(f"virtual:ec66?black_box={box}", repository) as (host, robot):
        os.kill(robot, signal.SIGINT)
        heard = len(noted(box, "received"))
        wait_until(lambda: len(noted(box, "received")) > heard or noted(box, "motion-ends"))
        assert is_running(robot)
        assert not noted(box, "stop-begins")
        host.kill()
        wait_until(lambda: not is_running(robot))
