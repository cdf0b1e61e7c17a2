"""Free space on the disk, and the error that states the missing space.

Free space is checked before a large change, so that it is refused at once. The check is not a
guarantee: another program may use the space a moment later, a quota is not visible, and a file system
may allow less than is free. The result of the write itself decides.
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
"""Error numbers of the system that mean that no space is left."""


def code_of(error: OSError) -> str | None:
    """``disk-full``, ``disk-quota`` or ``file-too-large``; None when the error has another reason.

    The last one is the limit of the file system (4 GB on FAT32) or of the process (``ulimit -f``).
    """
    return _CODES.get(error.errno or 0)


def free_bytes(folder: Path) -> int | None:
    """Free bytes on the disk of a folder; None if the system does not report them."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return usage.free if usage.total else None  # some network file systems report zeros


def check_room(file: Path, *, needed: int, held: int = 0) -> None:
    """Raise an error early if ``needed`` bytes do not fit; ``held`` of them are on the disk already.

    Raises
    ------
    DiskFull
        ``disk-full``.
    """
    free = free_bytes(file.parent)
    if free is not None and needed - held > free:
        raise DiskFull("disk-full", file=str(file), needed=needed, free=free + held)


def disk_full(error: OSError, file: Path, *, needed: int, held: int = 0) -> DiskFull | None:
    """The write error of a full disk as a DiskFull error; None if it has another reason.

    Parameters
    ----------
    needed
        Bytes of the whole file, as far as known.
    held
        Those of them that are on the disk now and will be released.
    """
    code = code_of(error)
    if code is None:
        return None
    free = (free_bytes(file.parent) or 0) + held
    if code == "file-too-large":
        free = held  # the present size is what can be stored
    if code == "disk-full" and free >= needed:
        code = "disk-takes-no-file"  # no entry (inode) is left, or the rest is reserved for the system
    return DiskFull(code, file=str(file), needed=needed, free=free)


def held_bytes(file: Path) -> int:
    """Bytes that a file occupies on its disk; 0 if it does not exist."""
    try:
        status = file.stat()
    except OSError:
        return 0
    blocks: int | None = getattr(status, "st_blocks", None)  # a file with holes takes less than its size
    return status.st_size if blocks is None else min(status.st_size, 512 * blocks)
