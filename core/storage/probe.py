"""Reads an unsealed file in a process of its own first: HDF5 ends the process over some damage.

A sealed file never comes here. An older file, one that another program has changed and a damaged
one do, once each time they are opened.
"""

import faulthandler
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from core.child_process import exit_code_of
from core.errors import BadFile

LONGEST_S = 60.0
"""A file that is not read by then is refused."""
PROBE_ARGUMENT = "--probe-visit"
"""The first argument with which the frozen program is started for this."""


def check_readable(path: Path) -> None:
    """Refuse a file that HDF5 cannot read without falling over.

    Raises
    ------
    BadFile
        ``file-damaged``.
    """
    stamp = _stamp(path)
    if stamp in _READABLE:
        return
    frozen = getattr(sys, "frozen", False)
    start = [PROBE_ARGUMENT] if frozen else ["-m", "core.storage.probe"]
    command = [sys.executable, *start, str(path)]
    code = exit_code_of(command, folder=Path(__file__).resolve().parents[2], timeout=LONGEST_S)
    if code is None:
        raise BadFile("file-damaged", file=str(path), reason="HDF5 does not finish reading it")
    if code != 0:
        reason = f"HDF5 cannot read it, exit code {code}"
        raise BadFile("file-damaged", file=str(path), reason=reason)
    _READABLE.add(stamp)


_READABLE: set[tuple[str, int, int, int]] = set()
"""Files that were read in this state already."""


def _stamp(path: Path) -> tuple[str, int, int, int]:
    found = path.stat()
    return str(path), found.st_ino, found.st_size, found.st_mtime_ns


def probe(path: Path) -> int:
    """Touch everything in a file, as reading it does; what HDF5 only complains about is no matter here."""
    from core.hdf5_file import inspected, open_to_read
    from core.storage.listing import scanned

    try:
        with open_to_read(path) as file:
            inspected(file)
            scanned(file)
            _touch(file, depth=0)
    except Exception:  # noqa: BLE001  anything but the end of this process is worded by the reader itself
        return 0
    return 0


def _touch(group: Any, *, depth: int) -> None:
    """Read what is in a group, one level after the other; of samples their index and the first block."""
    from core.hdf5_file import MOST_DEPTH
    from core.storage.typed import attribute, attribute_names, names_in

    def attempt(step: Callable[[], object]) -> None:
        with suppress(Exception):
            step()

    names: list[str] = []
    attempt(lambda: names.extend(names_in(group)))
    for name in attribute_names(group):
        attempt(partial(attribute, group, name))
    for name in names:
        if depth < MOST_DEPTH:
            attempt(partial(_touch_group, group, name, depth=depth + 1))
        attempt(partial(_touch_dataset, group, name))


def _touch_group(parent: Any, name: str, *, depth: int) -> None:
    from core.storage.typed import group_in

    _touch(group_in(parent, name), depth=depth)


def _touch_dataset(parent: Any, name: str) -> None:
    from core.storage.typed import attribute, attribute_names, dataset_in

    dataset = dataset_in(parent, name)
    if dataset.chunks:
        dataset.id.chunk_iter(lambda _chunk: None)
        _ = dataset[: dataset.chunks[0]]
    else:
        _ = dataset[()]
    for own in attribute_names(dataset):
        attribute(dataset, own)


def main(arguments: list[str]) -> int:
    """Probe the file that is named; the exit code is all that is told."""
    faulthandler.disable()
    return probe(Path(arguments[-1]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
