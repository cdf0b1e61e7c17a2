"""Work that is computed in a process beside this one."""

import os
from contextlib import closing
from functools import partial

import pytest

from core.errors import BadRequest
from core.monitor import Cancelled, NullMonitor
from core.processes import Beside


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


@pytest.mark.timeout(30)
def test_who_waits_can_be_stopped_and_the_work_with_him() -> None:
    with closing(Beside()) as beside:
        endless = beside.begin(partial(pow, 3, 10**9))
        with pytest.raises(Cancelled):
            endless(Stopping())
