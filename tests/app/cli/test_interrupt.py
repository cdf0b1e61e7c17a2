"""Ctrl-C ends a command cleanly: exit code 1, one line, the best result so far printed."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys

import pytest

from app.terminal.progress import TerminalMonitor, watched
from core.monitor import Cancelled
from core.storage.visit import Visit
from tests.app.cli.conftest import identify_arguments
from tests.waiting import LIMIT_S, wait_until


def test_first_interrupt_stops_at_the_next_check_and_keeps_the_best():
    before = signal.getsignal(signal.SIGINT)
    with watched(quiet=True) as monitor:
        monitor.keep("so far")
        monitor.check()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(Cancelled):
            monitor.check()
        assert monitor.best == "so far"
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_stopped_identification_prints_the_best_so_far(run, identified_visit, tmp_path, monkeypatch):
    visit = shutil.copy(identified_visit, tmp_path / "visit.h5")
    keep = TerminalMonitor.keep

    def keep_and_stop(self, result):
        keep(self, result)
        self.stop()

    monkeypatch.setattr(TerminalMonitor, "keep", keep_and_stop)
    code, out, _ = run(*identify_arguments(visit, "--json"))
    document = json.loads(out)
    assert code == 1
    assert document["base_parameter_count"] > 0
    assert document["result"] is None
    assert document["validation"] == []
    with Visit.open(visit) as opened:
        assert len(opened.results("identification")) == 1, "only the finished model counts as one"
        (part,) = opened.results("identification-part")
    monkeypatch.undo()
    code, out, _ = run(*identify_arguments(visit, "--json", "--resume"))
    document = json.loads(out)
    assert document["result"] is not None
    rounds = [record["round"] for record in document["loops"]]
    assert rounds == sorted(rounds)
    assert len(rounds) > 1, part


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for another process")
def test_a_process_that_is_interrupted_says_so_and_leaves(tmp_path):
    ready = tmp_path / "ready"
    script = (
        "import sys, pathlib\n"
        "import app.rehearsal.demo as commissioning\n"
        "from app.__main__ import main\n"
        "from core.robot.model import RobotModel\n"
        "def endless(path, *, robot, seed, on_step, monitor):\n"
        "    pathlib.Path(sys.argv[1]).touch()\n"
        "    while True:\n"
        "        monitor.check()\n"
        "commissioning.commission_virtual = endless\n"
        "sys.exit(main(['demo', '--robot', 'szabo-3r', '--out', sys.argv[2]]))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(ready), str(tmp_path / "out")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    try:
        wait_until(lambda: ready.exists() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=LIMIT_S)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    assert process.returncode == 1, err
    assert "Stopped." in err
    assert "Traceback" not in err
