"""Starts the built program as on a stranger's computer: no Python, no network, a home of its own."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import no_network

COMMAND_S = 900.0
WINDOW_S = 120.0
_POLL_S = 0.005
_ARM, _SERIAL = "ec66", "V-ec66-0000"
_STARTED_VARIABLE = "TORSION_STARTED_FILE"
"""Environment variable that ``app.shell.gui`` reads."""


class CheckFailed(Exception):
    """The built program does not do what it must; the text contains its output."""


class Stranger:
    """A computer without anything of this one: empty PATH, own home, no network where possible."""

    def __init__(self, program: Path, home: Path) -> None:
        self.program, self.home = program, home
        self.work = home / "work"
        self.work.mkdir(parents=True, exist_ok=True)
        (home / "no-programs").mkdir(exist_ok=True)
        self._apart = no_network.way_in()

    @property
    def has_network(self) -> bool:
        """True if the program could reach the network, because it cannot be blocked here."""
        return self._apart is None

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of the program."""
        told = {"HOME": str(self.home), "PATH": str(self.home / "no-programs"), "LANG": "C.UTF-8"}
        told["TMPDIR"] = str(self.home)
        kept = ("SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA", "APPDATA")  # Windows needs them
        return told | {name: os.environ[name] for name in kept if name in os.environ and os.name == "nt"}

    def run(self, *arguments: str) -> tuple[float, str]:
        """Run a command; return its duration in seconds and its output.

        Raises
        ------
        CheckFailed
            If it takes too long or its exit code is not 0.
        """
        began = time.monotonic()
        done = subprocess.run(
            self._command(arguments), cwd=self.work, env=self.environment, capture_output=True, text=True,
            errors="replace", timeout=COMMAND_S, check=False,
        )  # fmt: skip
        if done.returncode:
            raise CheckFailed(
                f"torsion {' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
            )
        return time.monotonic() - began, done.stdout

    @contextmanager
    def running(self, *arguments: str, **variables: str) -> Iterator["subprocess.Popen[str]"]:
        """Context in which a command runs; it is asked to end afterwards."""
        process = subprocess.Popen(
            self._command(arguments), cwd=self.work, env=self.environment | variables, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
            try:
                process.wait(timeout=30.0)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()

    def _command(self, arguments: Sequence[str]) -> list[str]:
        return [*(self._apart or ()), str(self.program), *arguments]


def window_seconds(stranger: Stranger) -> float:
    """Seconds from the program's start to its visible window; without a display it is drawn in memory."""
    mark = stranger.home / "window-is-up"
    mark.unlink(missing_ok=True)
    began = time.monotonic()
    variables = {"QT_QPA_PLATFORM": "offscreen", _STARTED_VARIABLE: str(mark)}
    with stranger.running(**variables) as process:
        while not mark.exists():
            if process.poll() is not None:
                raise CheckFailed(f"the window's program ended with {process.returncode}")
            if time.monotonic() - began > WINDOW_S:
                raise CheckFailed(f"the window was not up within {WINDOW_S:.0f} s")
            time.sleep(_POLL_S)
        return time.monotonic() - began


def demonstrate(stranger: Stranger) -> float:
    """Run the demonstration; return its duration in seconds. Its report must exist.

    Raises
    ------
    CheckFailed
        If a file is missing or not valid.
    """
    shutil.rmtree(stranger.work / "demo", ignore_errors=True)
    seconds, _ = stranger.run("demo", "--out", "demo")
    report, plain = stranger.work / "demo" / "report.pdf", stranger.work / "demo" / "report.json"
    if not report.is_file() or not report.read_bytes().startswith(b"%PDF-"):
        raise CheckFailed("the demonstration left no report.pdf")
    if not plain.is_file() or not json.loads(plain.read_text("utf-8")):
        raise CheckFailed("the demonstration left no report.json")
    return seconds


def self_test(stranger: Stranger) -> tuple[float, dict[str, Any]]:
    """Run the self-test, which must pass; return its duration in seconds and its result."""
    seconds, said = stranger.run("self-test", "--json")
    return seconds, json.loads(said)


def emulate(stranger: Stranger) -> int:
    """Record an emulated arm over a serial line; return the number of samples, 0 on Windows.

    Raises
    ------
    CheckFailed
        If the line does not appear or no samples arrive.
    """
    if os.name != "posix":
        return 0
    link, visit = stranger.work / "arm", stranger.work / "serial.h5"
    visit.unlink(missing_ok=True)
    with stranger.running("emulate", f"virtual:{_ARM}", "--link", str(link)) as process:
        deadline = time.monotonic() + WINDOW_S
        while not link.exists():
            if process.poll() is not None or time.monotonic() > deadline:
                raise CheckFailed("the emulated arm offered no serial line")
            time.sleep(_POLL_S)
        _, said = stranger.run(
            "run", "record", "1", "--motion", "still", "--controller", f"serial:{link}", "--robot", _ARM,
            "--confirm", _SERIAL, "--into", str(visit), "--json",
        )  # fmt: skip
    samples = json.loads(said).get("samples", 0)
    if not samples:
        raise CheckFailed(f"nothing was recorded over the serial line:\n{said}")
    return int(samples)


@contextmanager
def somebody(program: Path) -> Iterator[Stranger]:
    """Context with a stranger's computer; its home is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="torsion-stranger-", ignore_cleanup_errors=True) as home:
        yield Stranger(program, Path(home))


def forget_files(folder: Path) -> bool:
    """Drop the program from the file cache, so that it is read from disk; False if not supported."""
    if not sys.platform.startswith("linux"):
        return False
    os.sync()
    for path in folder.rglob("*"):
        if path.is_file():
            descriptor = os.open(path, os.O_RDONLY)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)
    return True
