"""The program's window as a process of its own: it starts, Ctrl-C closes it, nothing stays behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import wait_until

PROGRAM = """
import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.shell.gui import run_window

if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    QTimer.singleShot(0, lambda: print("ready", flush=True))
    sys.exit(run_window(sys.argv[1:], application=application))
"""


def _children(pid: int) -> list[int]:
    """Child processes of every thread of a process."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for found in lists for child in found.read_text(encoding="ascii").split()]


def _runs(pid: int) -> bool:
    """Whether a process still runs; one that only waits to be collected does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_window_opens_and_ctrl_c_leaves_nothing(tmp_path: Path, repository: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_DOCUMENTS_DIR": str(tmp_path),
        "PYTHONPATH": str(repository),
    }
    program = subprocess.Popen(
        [sys.executable, str(script)], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert program.stdout is not None
        assert program.stdout.readline().strip() == "ready"
        wait_until(lambda: _children(program.pid), "the worker process")
        workers = _children(program.pid)
        program.send_signal(signal.SIGINT)
        assert program.wait() == 0
    finally:
        program.kill()
        program.wait()
        if program.stdout is not None:
            program.stdout.close()
    wait_until(lambda: not any(map(_runs, workers)), "the end of every process")
