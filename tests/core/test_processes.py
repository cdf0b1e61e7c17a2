"""Work that is computed in a process beside this one."""

import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import warnings
from contextlib import closing
from functools import partial

import pytest

from core.errors import BadRequest
from core.monitor import Cancelled, NullMonitor
from core.processes import Beside, Child, Owner
from tests.waiting import LIMIT_S, wait_until


def fail() -> None:
    raise BadRequest("no-allowed-motion")


def die_beside(ours: int) -> int:
    """End the process, unless it is this one."""
    if os.getpid() != ours:
        os._exit(1)
    return ours


class Stopping(NullMonitor):
    def check(self) -> None:
        raise Cancelled


def test_work_is_done_in_another_process() -> None:
    with closing(Beside()) as beside:
        first, second = beside.begin(os.getpid), beside.begin(partial(pow, 2, 10))
        assert second(NullMonitor()) == 1024
        assert first(NullMonitor()) != os.getpid()


def test_the_error_of_the_work_is_raised_to_who_waits() -> None:
    with closing(Beside()) as beside:
        failing = beside.begin(fail)
        with pytest.raises(BadRequest, match="no-allowed-motion"):
            failing(NullMonitor())


def test_work_whose_process_died_is_done_here_and_so_is_what_comes_after() -> None:
    with closing(Beside()) as beside:
        dying = partial(die_beside, os.getpid())
        assert beside.begin(dying)(NullMonitor()) == os.getpid()
        assert beside.begin(dying)(NullMonitor()) == os.getpid()


def test_who_waits_can_be_stopped_and_the_work_with_him() -> None:
    with closing(Beside()) as beside:
        endless = beside.begin(partial(pow, 3, 10**9))
        with pytest.raises(Cancelled):
            endless(Stopping())


def echo(owner: Owner, first: object) -> None:
    """Send what comes back, until the end."""
    owner.send(first)
    try:
        while True:
            owner.send(owner.receive())
    except EOFError:
        logging.getLogger("core").info("not logged")


def complain_and_wait(owner: Owner) -> None:
    logging.getLogger("core.test").error("joint %d of %s", 3, threading.Lock)
    warnings.warn("a library complains", stacklevel=1)
    owner.send(None)
    owner.receive()


def deaf(owner: Owner) -> None:
    """Hear neither the owner nor the signal to terminate."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    owner.send(None)
    threading.Event().wait()


def test_messages_go_both_ways_until_the_process_is_let_go() -> None:
    child = Child(echo, "first", name="echo")
    child.send("second")
    assert [child.receive(), child.receive()] == ["first", "second"]
    with pytest.raises(queue.Empty):
        child.receive(within_s=0.0)
    child.end()
    assert child.exit_code == 0
    child.send("to nobody")
    child.end()


def test_what_is_logged_beside_is_in_the_log_here(caplog: pytest.LogCaptureFixture) -> None:
    with closing(Closing(complain_and_wait)) as child:
        child.receive()
    ours = [record for record in caplog.records if record.process == child.pid]
    assert ours[0].getMessage() == f"joint 3 of {threading.Lock}"
    assert "a library complains" in ours[1].getMessage()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that are ignored")
def test_a_process_that_hears_nothing_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.processes._DIES_S", 0.1)
    child = Child(deaf, name="deaf")
    child.receive()
    child.end(within_s=0.1)
    assert child.join(LIMIT_S)
    assert child.exit_code == -signal.SIGKILL


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot block an interrupt")
def test_ctrl_c_is_not_for_the_process_beside(capfd: pytest.CaptureFixture[str]) -> None:
    child = Child(echo, "first", name="echo")
    for _ in range(3):
        os.kill(child.pid, signal.SIGINT)
    assert child.receive() == "first"
    os.kill(child.pid, signal.SIGINT)
    child.send("second")
    assert child.receive() == "second"
    child.end()
    assert (child.exit_code, capfd.readouterr()) == (0, ("", ""))


@pytest.mark.skipif(sys.platform == "win32", reason="the number of a dead process is looked up by a signal")
def test_a_process_ends_when_its_owner_was_killed() -> None:
    program = (
        "from core.processes import Child\nfrom tests.core.test_processes import echo\n"
        "child = Child(echo, 'first', name='echo')\n"
        "child.receive()\nprint(child.pid, flush=True)\nchild.receive()\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    with owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())
        owner.kill()
    wait_until(lambda: not _runs(pid))


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Closing(Child):
    """A child that ends with a block."""

    def __init__(self, work: object) -> None:
        super().__init__(work, name="closing")  # type: ignore[arg-type]

    close = Child.end
