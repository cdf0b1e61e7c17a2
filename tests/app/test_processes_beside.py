"""Whatever goes wrong in a process beside is one sentence for the person, and the whole trace in the log."""

import contextlib
import logging
import multiprocessing
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest

from app.errors.text import error_text
from app.jobs.process import WorkerProcess
from app.jobs.task import Request, Task
from app.rehearsal.examples import Example
from app.shell import self_test, story_pictures
from app.shell.self_test_checks import Wrong
from app.shell.story import ExampleRecorder
from app.shell.story_pictures import NoPictures
from core.errors import BadRequest
from core.monitor import NullMonitor
from core.processes import Owner
from core.robot.library import load_robot
from devices.cia402.master import Timing
from devices.cia402.master_process import MasterProcess
from devices.cia402.settings import Cia402Settings
from devices.driving.arm_in_process import ArmApart
from devices.driving.driver_process import Found
from devices.driving.pulse import Pulse
from devices.emulated.own_controller import OwnProcess
from devices.franka.controller import FrankaArm
from devices.franka.settings import parse_franka
from devices.transport.tcp import TcpTransport
from devices.virtual.emulated_arm import EmulatedArm
from devices.virtual.launch import start_virtual_robot
from devices.virtual.settings import VirtualSettings
from tests.app import broken_work, job_functions
from tests.waiting import wait_until


def worker(_folder: Path) -> None:
    """A job of the window, the drawn arm, the live model."""
    why: list[BaseException | None] = []
    process = WorkerProcess(lambda *_: None, on_end=why.append)
    process.send(Request(1, Task(job_functions.process_number)))
    wait_until(lambda: why and process.join(0.0))
    assert why[0] is not None
    raise why[0]


def example(folder: Path) -> None:
    """An example visit that is recorded behind the window."""
    recorder, why = ExampleRecorder(), list[BaseException]()
    recorder.failed.connect(lambda _example, error: why.append(error))
    recorder.ask(Example.HEALTHY, folder)
    wait_until(lambda: why)
    recorder.end()
    assert recorder.current is None
    raise why[0]


def pictures(_folder: Path) -> None:
    """The pictures of ``torsion story``."""
    story_pictures.draw((), monitor=NullMonitor())


def checked_window(folder: Path) -> None:
    """The window of ``torsion self-test``."""
    self_test.check_window(folder, NullMonitor())


def arm_apart(_folder: Path) -> None:
    """The driver of a real arm."""
    settings, robot = parse_franka("franka:127.0.0.9"), load_robot("fr3")
    arm = ArmApart(settings, make=FrankaArm, robot=robot, pulse=Pulse(), read_only=None)
    try:
        arm.connect()
        wait_until(lambda: arm.read(0.1))
    finally:
        arm.disconnect()


def virtual_robot(_folder: Path) -> None:
    """A virtual robot."""
    with contextlib.closing(start_virtual_robot(VirtualSettings("ec66"))) as link:
        link.read(60.0)


def emulated_arm(folder: Path) -> None:
    """The arm of ``torsion emulate virtual:…``."""
    with EmulatedArm.start(VirtualSettings("ec66"), link=folder / "arm") as arm:
        arm.pull()


def master(folder: Path) -> None:
    """The master of a CAN bus."""
    bus = MasterProcess(Cia402Settings("slcan:0", map=folder), (), timing=Timing(100.0, 0.1, 0.5))
    try:
        wait_until(lambda: bus.send(0x80))
    finally:
        bus.close()


def emulated_controller(_folder: Path) -> None:
    """A maker's controller that the program emulates for itself."""
    process = OwnProcess("ur:ur10e")
    try:
        process.address(Event())
        raise AssertionError("the driver speaks with it over the network from here on")
    finally:
        process.close()


def answers(owner: Owner, *_arguments: object) -> None:
    owner.send((1, Found(None, None, None, None)))  # type: ignore[arg-type]


def connects(_owner: Owner, port: int, token: str, _settings: object) -> None:
    TcpTransport.connect(port, token=token, send_buffer_bytes=None)


def is_ready(owner: Owner, *_arguments: object) -> None:
    owner.send(("ready",))


def serves(owner: Owner, *_arguments: object) -> None:
    owner.send(None)


@dataclass(frozen=True)
class Beside:
    """A process beside."""

    work: str
    """Its work, where the program looks for it."""
    use: Callable[[Path], None]
    """Start it, and use it as a person does."""
    ready: Callable[..., None] | None = None
    """What it says when it is ready; None where that is the last that is needed of it."""


PROCESSES = {
    "torsion-worker": Beside("app.jobs.process.serve", worker),
    "torsion-example": Beside("app.shell.story.record_in_background", example),
    "story-pictures": Beside("app.shell.story_pictures._draw_all", pictures),
    "self-test-window": Beside("app.shell.self_test.build_window", checked_window),
    "arm-apart": Beside("devices.driving.arm_in_process.serve", arm_apart, answers),
    "virtual-robot": Beside("devices.virtual.launch.be_virtual_robot", virtual_robot, connects),
    "emulated-arm": Beside("devices.virtual.emulated_arm.be_emulated_arm", emulated_arm, serves),
    "cia402-master": Beside("devices.cia402.master_process.be_master", master, is_ready),
    "emulated-controller": Beside(
        "devices.emulated.own_controller.be_emulated_controller", emulated_controller
    ),
}

UNEXPECTED: dict[str, tuple[Callable[..., None], str, str]] = {
    "import": (broken_work.NeverImported(), "tests.app.no_such_module", "in _run\n    work, arguments"),
    "raised": (broken_work.raises, "KeyError: 'joint 3'", "in raises\n    raise KeyError"),
    "thread": (broken_work.raises_in_a_thread, "KeyError: 'joint 3'", "in raises\n    raise KeyError"),
    "unsendable": (broken_work.raises_unsendable, "Unsendable: joint 3", "in raises_unsendable\n    raise"),
    "killed": (broken_work.kills_itself, "exit code -9", "ended with exit code -9"),
}
"""Faults: the work, what the sentence names, and what the log has."""
NO_SIGNALS = pytest.mark.skipif(sys.platform == "win32", reason="there, nothing is killed by a signal")
FAULTS = [pytest.param(fault, marks=[NO_SIGNALS] if fault == "killed" else []) for fault in UNEXPECTED]


def _error_of(name: str, work: object, folder: Path, patch: pytest.MonkeyPatch) -> BaseException:
    """The error that the person meets, when the process has this work to do."""
    patch.setattr(PROCESSES[name].work, work)
    with pytest.raises(Exception) as caught:  # noqa: PT011  each has its own
        PROCESSES[name].use(folder)
    assert not multiprocessing.active_children()
    return caught.value


def _sentence(error: BaseException) -> str:
    """What the person reads: one line with a code, or a part of the sentence of its command."""
    if isinstance(error, Wrong | NoPictures):
        said = str(error)
    else:
        said = error_text(error).one_line
        assert re.search(r"\. \([A-Z]-\d{3}\)$", said), said
    assert "\n" not in said
    return said


def _expect_logged(caplog: pytest.LogCaptureFixture, level: int, name: str, trace: str) -> None:
    def told() -> list[logging.LogRecord]:
        return [record for record in caplog.records if record.name == "core.processes"]

    wait_until(told, "the trace of the process in the log")  # its sentence may be there before it
    (record,) = told()
    assert record.levelno == level
    assert name in record.getMessage()
    assert trace in record.getMessage()
    caplog.clear()


@pytest.mark.parametrize("name", PROCESSES)
@pytest.mark.parametrize("fault", FAULTS)
def test_what_nobody_expects_is_one_sentence_and_a_trace_in_the_log(
    qapp: object,
    name: str,
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    work, named, trace = UNEXPECTED[fault]
    assert named in _sentence(_error_of(name, work, tmp_path, monkeypatch))
    _expect_logged(caplog, logging.ERROR, name, trace)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", [name for name, beside in PROCESSES.items() if beside.ready])
@pytest.mark.parametrize("fault", FAULTS[1:])
def test_so_it_is_after_the_process_was_ready(
    name: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    work, named, trace = UNEXPECTED[fault]
    ready = PROCESSES[name].ready
    assert ready is not None
    said = _sentence(_error_of(name, broken_work.AfterReady(ready, work), tmp_path, monkeypatch))
    # the link of a virtual robot may break before its process has said why
    assert named in said or (name == "virtual-robot" and "closed by the peer" in said)
    _expect_logged(caplog, logging.ERROR, name, trace)


@pytest.mark.parametrize("name", PROCESSES)
def test_an_error_with_a_sentence_keeps_it(
    qapp: object,
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "core.processes")
    error = _error_of(name, broken_work.refuses, tmp_path, monkeypatch)
    assert isinstance(error, BadRequest)
    assert "There is no robot nope" in _sentence(error)
    _expect_logged(caplog, logging.INFO, name, "in refuses\n    raise BadRequest")


@pytest.mark.parametrize("name", PROCESSES)
def test_an_end_without_a_word_is_said(
    qapp: object, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "exit code 0" in _sentence(_error_of(name, broken_work.says_nothing, tmp_path, monkeypatch))


def test_no_process_is_started_in_another_way(repository: Path) -> None:
    """Whoever starts one by other means decides again what happens when it fails."""
    started, others = set(), set()
    for top in ("app", "core", "devices"):
        for file in (repository / top).rglob("*.py"):
            text = file.read_text("utf-8")
            started.update(re.findall(r"(?:Child|Process)\([^=]*?[( ]name=\"([a-z0-9-]+)\"", text))
            if re.search(r"\bget_context|multiprocessing import Process|\.Process\(", text):
                others.add(file.relative_to(repository).as_posix())
    assert started == set(PROCESSES)
    assert others == {"core/processes.py"}
