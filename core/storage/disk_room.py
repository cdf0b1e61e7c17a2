"""Room on the disk: how much is free, and the one error that says how much is missing.

Free space is looked at before a large change, so that it is refused at once. The answer is
never relied on: another program may take the room a moment later, a quota does not show, and
a file system may allow less than it has. What the disk says at the write itself decides.
"""

import errno
import shutil
from pathlib import Path

from core.errors import DiskFull

_CODES: dict[int, str] = {
    errno.ENOSPC: "disk-full",
    getattr(errno, "EDQUOT", errno.ENOSPC): "disk-quota",  # Windows has no quotas of this kind
    errno.EFBIG: "file-too-large",
    errno.ENOSPC: "disk-full",
}
FULL = frozenset(_CODES)
"""Numbers of the system's errors that mean that there is no room."""


def code_of(error: OSError) -> str | None:
    """``disk-full``, ``disk-quota`` or ``file-too-large``; None when the error has another reason.

    The last one is the limit of the file system (4 GB on FAT32) or of the process (``ulimit -f``).
    """
    return _CODES.get(error.errno or 0)


def free_bytes(folder: Path) -> int | None:
    """Bytes that may still be written on the disk of a folder; None where the system does not say."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return usage.free if usage.total else None  # some network file systems report zeros


def check_room(file: Path, *, needed: int, held: int = 0) -> None:
    """Refuse early what cannot fit; ``held`` of the ``needed`` bytes are on the disk already.

    Raises
    ------
    DiskFull
        ``disk-full``.
    """
    free = free_bytes(file.parent)
    if free is not None and needed - held > free:
        raise DiskFull("disk-full", file=str(file), needed=needed, free=free + held)


def disk_full(error: OSError, file: Path, *, needed: int, held: int = 0) -> DiskFull | None:
    """The refusal of a disk as an error of ours; None when it has another reason.

    Parameters
    ----------
    needed
        Bytes of the whole file, as far as is known.
    held
        Those of them that are on the disk now and will be given back.
    """
    code = code_of(error)
    if code is None:
        return None
    free = (free_bytes(file.parent) or 0) + held
    if code == "file-too-large":
        free = held  # it could grow as far as it has come
    if code == "disk-full" and free >= needed:
        code = "disk-takes-no-file"  # no entry (inode) is left, or the system keeps the rest for itself
    return DiskFull(code, file=str(file), needed=needed, free=free)


def held_bytes(file: Path) -> int:
    """Bytes that a file takes on its disk; 0 where there is none."""
    try:
        status = file.stat()
    except OSError:
        return 0
    blocks: int | None = getattr(status, "st_blocks", None)  # a file with holes takes less than its size
    return status.st_size if blocks is None else min(status.st_size, 512 * blocks)
