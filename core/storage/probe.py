"""Reading of an unsealed file in a separate process first, because HDF5 may crash on damage.

Sealed files are not probed. An older file, one changed by another program and a damaged one are, once
each time they are opened.
"""

import faulthandler
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from core.errors import BadFile
from core.processes import exit_code_of

LONGEST_S = 60.0
"""Time after which an unread file is refused, s."""
PROBE_ARGUMENT = "--probe-visit"
"""First argument with which the frozen program is started as a probe."""


def check_readable(path: Path) -> None:
    """Raise an error for a file on which HDF5 crashes.

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
"""Files already probed in their present state."""


def _stamp(path: Path) -> tuple[str, int, int, int]:
    found = path.stat()
    return str(path), found.st_ino, found.st_size, found.st_mtime_ns


def probe(path: Path) -> int:
    """Read everything in a file once; errors that HDF5 reports normally are ignored here."""
    from core.hdf5_file import inspected, open_to_read
    from core.storage.listing import scanned

    try:
        with open_to_read(path) as file:
            inspected(file)
            scanned(file)
            _touch(file, depth=0)
    except Exception:  # noqa: BLE001  anything but the end of this process is reported by the reader itself
        return 0
    return 0


def _touch(group: Any, *, depth: int) -> None:
    """Read the content of a group, level by level; of samples their index and the first block."""
    from core.hdf5_file import MOST_DEPTH
    from core.storage.hdf5_values import attribute, attribute_names, names_in

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
    from core.storage.hdf5_values import group_in

    _touch(group_in(parent, name), depth=depth)


def _touch_dataset(parent: Any, name: str) -> None:
    from core.storage.hdf5_values import attribute, attribute_names, dataset_in

    dataset = dataset_in(parent, name)
    if dataset.chunks:
        dataset.id.chunk_iter(lambda _chunk: None)
        _ = dataset[: dataset.chunks[0]]
    else:
        _ = dataset[()]
    for own in attribute_names(dataset):
        attribute(dataset, own)


def main(arguments: list[str]) -> int:
    """Probe the named file; the exit code is the only result."""
    faulthandler.disable()
    return probe(Path(arguments[-1]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
