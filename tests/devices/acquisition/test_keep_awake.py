"""The computer is kept awake during a recording, and the inhibitor ends with it."""

import logging
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from devices.acquisition import keep_awake
from devices.acquisition.keep_awake import kept_awake
from tests.waiting import LIMIT_S, wait_until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a script replaces the program of the system")

STANDING_IN = """#!/bin/sh
{first}
echo "$@" > {record}
echo $$ > {record}.pid
{then}
"""


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, *, then: str, first: str = "") -> Path:
    """A ``systemd-inhibit`` and ``caffeinate`` that note how they were called."""
    record = folder / "record"
    for name in ("systemd-inhibit", "caffeinate"):
        script = folder / name
        script.write_text(STANDING_IN.format(record=record, first=first, then=then))
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return record


def written(path: Path) -> str:
    """The text of a file, once there is one."""
    wait_until(lambda: path.exists() and path.read_text().strip(), f"text in {path}")
    return path.read_text().strip()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")  # a zombie process has ended too
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def test_the_inhibitor_lasts_as_long_as_the_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = stand_in(tmp_path, monkeypatch, then="exec cat")
    with kept_awake("recording run"):
        pid = int(written(record.with_name("record.pid")))
        assert is_alive(pid)
        if sys.platform == "linux":
            called = written(record)
            assert "--what=sleep:idle" in called
            assert "recording run" in called
    wait_until(lambda: not is_alive(pid))


def test_the_inhibitor_ends_with_a_killed_program(tmp_path: Path, repository: Path, monkeypatch) -> None:
    record = stand_in(tmp_path, monkeypatch, then="exec cat")
    program = (
        "import sys\nfrom devices.acquisition.keep_awake import kept_awake\n"
        "with kept_awake('x'):\n    print('ready', flush=True)\n    sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program], cwd=repository, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    with child:
        assert child.stdout.readline() == b"ready\n"
        pid = int(written(record.with_name("record.pid")))
        child.send_signal(signal.SIGKILL)
    wait_until(lambda: not is_alive(pid))


def test_a_missing_inhibitor_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(keep_awake, "which", lambda _: None)
    with caplog.at_level(logging.INFO), kept_awake("x"):
        pass
    assert "nothing keeps this computer awake" in caplog.text


def test_an_inhibitor_that_is_refused_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stand_in(tmp_path, monkeypatch, then="exit 1")
    started: list[subprocess.Popen[bytes]] = []
    genuine = keep_awake.start_program

    def start(*command: object, **options: object) -> "subprocess.Popen[bytes]":
        started.append(genuine(*command, **options))
        return started[-1]

    monkeypatch.setattr(keep_awake, "start_program", start)
    with caplog.at_level(logging.INFO), kept_awake("x"):
        wait_until(lambda: started and started[0].poll() is not None)
    assert "ended by itself with 1" in caplog.text


def test_an_inhibitor_that_ignores_terminate_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keep_awake, "_END_TIMEOUT_S", 0.2)
    record = stand_in(tmp_path, monkeypatch, first="trap '' TERM", then="while :; do sleep 0.05; done")
    with kept_awake("x"):
        pid = int(written(record.with_name("record.pid")))
    wait_until(lambda: not is_alive(pid))


def test_a_program_that_does_not_even_end_when_killed_does_not_end_the_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a computer so busy that the system does not come to it."""
    at_last, ends = threading.Event(), subprocess.Popen.wait

    def late(self: "subprocess.Popen[bytes]", timeout: float | None = None) -> int:
        if timeout is not None:
            raise subprocess.TimeoutExpired("inhibitor", timeout)
        at_last.wait(LIMIT_S)
        return ends(self)

    record = stand_in(tmp_path, monkeypatch, then="exec cat")
    monkeypatch.setattr(keep_awake, "_LEAVE_S", 0.05)
    with kept_awake("slow to end"):
        written(record.with_name("record.pid"))
        monkeypatch.setattr(subprocess.Popen, "wait", late)
    assert not at_last.is_set(), "the recording is over, and the program is not"
    at_last.set()
    wait_until(lambda: "slow to end" not in [one.name for one in threading.enumerate()])


def test_a_recording_does_not_wait_for_a_program_that_is_slow_to_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started, go = threading.Event(), threading.Event()

    def slow(*_: object, **__: object) -> None:
        started.set()
        go.wait(LIMIT_S)
        raise OSError("too late")

    monkeypatch.setattr(keep_awake, "which", lambda _: "/bin/cat")
    monkeypatch.setattr(keep_awake, "start_program", slow)
    monkeypatch.setattr(keep_awake, "_LEAVE_S", 0.05)
    with kept_awake("x"):
        assert started.wait(LIMIT_S)
    assert not go.is_set()
    go.set()
