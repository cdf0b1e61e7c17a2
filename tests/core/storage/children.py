"""What another process does with a visit: it dies at a chosen moment, goes on for ever, or keeps the lock."""

import faulthandler
import multiprocessing
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from core.storage import draft as drafting
from core.storage import probe, replacement
from core.storage.file_lock import name_this_process
from core.storage.visit import Visit
from tests.core.storage.recordings_examples import example_recording


@contextmanager
def another_process(
    work: Callable[..., None], path: Path, *more: Any
) -> Iterator[tuple[BaseProcess, Connection]]:
    """A process that runs ``work(pipe, path, …)``; killed at the end if it still runs.

    Yields
    ------
    The process and our end of the pipe.
    """
    context = multiprocessing.get_context("spawn")
    ours, its = context.Pipe()
    process = context.Process(target=work, args=(its, path, *more))
    process.start()
    its.close()
    try:
        yield process, ours
    finally:
        process.kill()
        process.join()
        process.close()
        ours.close()


def changing(_pipe: Connection, path: Path, moment: str) -> None:
    """Store a recording, and die at a moment of it."""
    genuine = drafting.replace

    def renamed(*names: Path) -> None:
        genuine(*names)
        die()

    replaced: dict[str, tuple[object, str, object]] = {
        "copy": (shutil, "copy", half_a_copy),
        "sync": (replacement.os, "fsync", die),
        "rename": (Path, "replace", die),
        "renamed": (drafting, "replace", renamed),
    }
    if moment in replaced:
        setattr(*replaced[moment])
    with Visit.open(path) as visit, visit.change() as draft:
        draft.add_recording(example_recording("new", samples=9000, seed=1))
        if moment == "flushed":
            draft.begin_copy()[0].flush()
        if moment in ("writing", "flushed"):
            die()


def die(*_: object) -> None:
    """End this process as a crash does."""
    os.kill(os.getpid(), signal.SIGKILL)


def half_a_copy(source: Path, target: Path) -> None:
    """Copy half of a file, and die."""
    content = source.read_bytes()
    target.write_bytes(content[: len(content) // 2])
    die()


def storing_until_a_call(_pipe: Connection, path: Path, calls: int) -> None:
    """Store one recording after the other, and die at a call of any function."""
    left = calls

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            die()

    with Visit.open(path) as visit:
        sys.setprofile(count)
        for number in range(1000):
            visit.add_recording(example_recording(f"new {number}", samples=5000, seed=number))


def holding(pipe: Connection, path: Path) -> None:
    """Keep a visit in change until it is killed."""
    name_this_process("torsion import")
    with Visit.open(path) as visit, visit.change():
        pipe.send("ready")
        pipe.recv()


def probing(_pipe: Connection, path: Path) -> None:
    """Read a file on which HDF5 may crash."""
    faulthandler.disable()
    sys.exit(probe.probe(path))


def probed(command: Sequence[str], *, folder: Path, timeout: float) -> int | None:
    """Exit code of a probe, as ``core.processes.exit_code_of`` gives it."""
    with another_process(probing, Path(command[-1])) as (process, _):
        process.join(timeout)
        return process.exitcode


def writing_as_another_program(pipe: Connection, path: Path) -> None:
    """Keep a visit open for writing without our lock."""
    import h5py

    with h5py.File(path, "r+"):
        pipe.send("ready")
        pipe.recv()


def store_within(limits: list[int], path: Path) -> None:
    """Store a recording under each limit of file sizes; then end normally, as a program does."""
    import resource

    from core.errors import DiskFull

    for limit in limits:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        with Visit.open(path) as visit:
            said = "stored"
            try:
                visit.add_recording(example_recording("new", samples=9000, seed=1))
            except DiskFull as error:
                said = f"{error.code} {error.facts['needed']} {error.facts['free']}"
            sys.stdout.write(f"{said}\n{visit.labels}\n")


if __name__ == "__main__":
    store_within([int(limit) for limit in sys.argv[2:]], Path(sys.argv[1]))
