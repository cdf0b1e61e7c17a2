"""Whatever means stop: the arm is stopped first, then what was recorded is saved, and the exit code is 1."""

import json
import multiprocessing
import os
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from app.__main__ import main
from app.terminal.progress import TerminalMonitor
from app.terminal.serving import END_OF_INPUT, Server, end_of_input_watch, serving
from core.monitor import Cancelled
from core.storage.visit import Visit
from devices.controller import StopLevel
from devices.driving.pulse import Pulse
from tests.waiting import LIMIT_S, wait_until

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes as POSIX has them")


def _typed(arguments: list[str], typing: Connection, folder: Path) -> None:
    """In a process of its own: the command with what is typed to it; what it says goes into files."""
    loaded = multiprocessing.get_context("forkserver")  # whose copy this process is
    multiprocessing.get_context = lambda _method=None: loaded
    os.dup2(typing.fileno(), 0)
    sys.stdin = os.fdopen(0, closefd=False)
    with (folder / "out").open("w") as out, (folder / "err").open("w") as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        sys.exit(main(arguments))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no copies of a loaded process")
@pytest.mark.parametrize("way", ["SIGTERM", "SIGINT", "closed standard input"])
def test_the_arm_is_stopped_first_and_the_recording_saved(tmp_path, way):
    visit, box = tmp_path / "cell.h5", tmp_path / "box.jsonl"
    arguments = [
        *["run", "record", "900", "--into", str(visit), "--json"],
        *["--controller", f"virtual:szabo-3r?pace=fast&black_box={box}"],
    ]
    typing, keyboard = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=_typed, args=(arguments, typing, tmp_path))
    process.start()
    typing.close()
    try:
        _wait_for(lambda: "motion-begins" in _noted(box), process)
        if way.startswith("SIG"):
            os.kill(process.pid, getattr(signal, way))
        else:
            keyboard.close()
        process.join(LIMIT_S)
    finally:
        process.kill()
        process.join()
    out, err = ((tmp_path / name).read_text() for name in ("out", "err"))
    assert process.exitcode == 1, err
    document = json.loads(out)
    assert document["stopped"]
    assert document["stopped_by"] == (way if way.startswith("SIG") else END_OF_INPUT)
    assert document["error"] is None
    assert "Traceback" not in err
    noted = _noted(box)
    begun = noted.index("stop-begins")
    assert "standstill" in noted[begun:]
    assert "watchdog" not in noted[:begun], "stopped on request, not because nobody was heard any more"
    with Visit.open(visit) as opened:
        recording = opened.recording(document["recordings"][0])
        assert recording.incomplete == "stopped"
        assert recording.duration > 0.5
    assert not list(tmp_path.glob("*.part"))


def _noted(box) -> list[str]:
    if not box.exists():
        return []
    lines = box.read_text("utf-8").splitlines()
    return [json.loads(line)["event"] for line in lines if line.endswith("}")]


def _wait_for(condition, process) -> None:
    wait_until(lambda: condition() or not process.is_alive())
    assert process.is_alive()


def test_the_first_signal_stops_and_a_second_one_stops_harder():
    stops, monitor = [], TerminalMonitor()
    before = signal.getsignal(signal.SIGTERM)
    with serving(Pulse(), monitor) as server:
        server.stop_arm = stops.append

        def work():
            signal.raise_signal(signal.SIGTERM)
            wait_until(lambda: stops)
            signal.raise_signal(signal.SIGINT)
            wait_until(lambda: len(stops) == 2)
            return "saved"

        assert server.do(work) == "saved"
    assert stops == [StopLevel.CONTROLLED, StopLevel.ABORT]
    assert server.stopped_by == "SIGTERM"
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_pulse_beats_while_the_work_lasts_and_errors_come_through():
    pulse = Pulse()
    server = Server(pulse, TerminalMonitor())

    def work():
        for _ in range(5):
            before = pulse._ticked_at
            wait_until(lambda before=before: pulse._ticked_at > before, "a beat while the work lasts")
        raise KeyError("x")

    with pytest.raises(KeyError):
        server.do(work)


def test_a_stop_ends_the_arm_first_and_then_the_work():
    monitor, stopped = TerminalMonitor(), []
    server = Server(Pulse(), monitor)

    def stop_arm(level):
        monitor.check()  # the work is not told yet
        stopped.append(level)

    server.stop_arm = stop_arm
    server.note("SIGINT")
    server.do(lambda: wait_until(lambda: stopped))
    assert stopped == [StopLevel.CONTROLLED]
    with pytest.raises(Cancelled):
        monitor.check()


@posix
def test_only_somebody_who_was_there_can_close_standard_input():
    reader, writer = os.pipe()
    watch = end_of_input_watch(reader)
    assert not watch()
    os.write(writer, b"typed\n")
    assert not watch(), "what is typed is no stop"
    os.close(writer)
    assert watch()
    assert not watch(), "told once"
    assert not end_of_input_watch(reader)(), "nobody was there to begin with"
    os.close(reader)
    with Path(os.devnull).open("rb") as nothing:
        assert not end_of_input_watch(nothing.fileno())()
