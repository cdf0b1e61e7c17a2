"""What all exporters share: the formats, and files that are written whole or not at all."""

import os
import tempfile
from enum import StrEnum
from pathlib import Path


class ExportKind(StrEnum):
    """The formats that an identified model can be written in."""

    JSON = "json"
    CSV = "csv"
    MAT = "mat"
    URDF = "urdf"
    MJCF = "mjcf"
    C = "c"

    @property
    def ending(self) -> str:
        """How a file of this format is usually called."""
        return {ExportKind.MJCF: "xml", ExportKind.C: "h"}.get(self, self.value)


def write_whole(path: Path, content: bytes) -> None:
    """Write ``content`` beside ``path`` and rename it into place.

    Raises
    ------
    OSError
        When the folder does not exist or may not be written; names ``path``.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from error
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        part.chmod(0o666 & ~_mask())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _mask() -> int:
    """The permissions that new files of this process lack (a temporary file has fewer)."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
