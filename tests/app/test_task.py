"""A task takes what its function takes: the program refuses the rest; mypy's part is in ``test_lint.py``."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.jobs.process import WorkerProcess
from app.jobs.task import Failed, Leave, News, Request, Task
from app.jobs.written_files import write_bytes
from core.errors import UnexpectedFailure
from core.monitor import NullMonitor
from tests.app import job_functions
from tests.app.job_functions import add, lengthen
from tests.waiting import LIMIT_S, wait_until


class Bound:
    def method(self, monitor: object) -> None:
        """No function of a module."""


def test_what_no_other_process_finds_by_name_is_refused_at_once() -> None:
    def nested(_monitor: object) -> None: ...

    for function in (lambda _monitor: None, nested, Bound().method, Bound.method):
        with pytest.raises(TypeError, match="no function of a module"):
            Task(function)


def test_the_program_refuses_wrong_arguments_where_the_task_is_made(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="path is str"):
        Task(write_bytes, path="a.csv", content=b"")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="content"):
        Task(write_bytes, path=tmp_path)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="mode"):
        Task(write_bytes, path=tmp_path, content=b"", mode=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="first is str"):
        Task(add, first="2", second=3)  # type: ignore[arg-type]


def test_numbers_of_numpy_and_none_where_it_is_allowed_pass() -> None:
    assert Task(add, first=np.int64(2), second=3)(NullMonitor()) == 5
    assert Task(lengthen, length=2, by=None)(NullMonitor()) == 2.0
    with pytest.raises(TypeError, match="by is str"):
        Task(lengthen, length=2.0, by="1")  # type: ignore[arg-type]


def test_it_travels_by_the_name_of_its_function() -> None:
    task = pickle.loads(pickle.dumps(Task(add, first=2, second=3)))
    assert task.function is add
    assert task(NullMonitor()) == 5
    assert task.name == "tests.app.job_functions.add"


def test_what_cannot_be_sent_fails_and_the_worker_goes_on(qtbot: QtBot) -> None:
    said: dict[int, News] = {}
    worker = WorkerProcess(said.__setitem__, on_end=lambda _code: None)
    try:
        worker.send(Request(1, Task(job_functions.take, anything=lambda: None)))
        worker.send(Request(2, Task(job_functions.process_number)))
        wait_until(lambda: 2 in said)
        assert isinstance(said[1], Failed)
        assert isinstance(said[1].error, UnexpectedFailure)
    finally:
        worker.send(Leave())
        assert worker.join(LIMIT_S)
