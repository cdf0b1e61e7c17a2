"""What the commands ask of a visit file: open it, take recordings by label, take a stored model."""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.cli.command import WrongUse
from core.errors import BadRequest
from core.identification.result import IdentificationResult
from core.recording import Recording
from core.storage.visit import Visit


@contextmanager
def opened_visit(path: Path, *, writable: bool = False) -> Iterator[Visit]:
    """An existing visit, closed again at the end.

    Raises
    ------
    FileNotFoundError, IsADirectoryError
        Nothing there, or no file.
    BadFile
        It is no visit.
    """
    for wrong, code in ((not path.exists(), errno.ENOENT), (path.is_dir(), errno.EISDIR)):
        if wrong:
            raise OSError(code, os.strerror(code), str(path))
    with Visit.open(path, writable=writable) as visit:
        yield visit


def selected_recordings(visit: Visit, labels: Sequence[str]) -> dict[str, Recording]:
    """The recordings of these labels.

    Raises
    ------
    BadRequest
        ``unknown-recording``, with the labels that there are.
    """
    known = tuple(visit.labels)
    unknown = tuple(label for label in labels if label not in known)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=known)
    return {label: visit.recording(label) for label in labels}


def stored_identification(visit: Visit, key: str | None) -> IdentificationResult:
    """The stored model of this key, or the last one.

    Raises
    ------
    WrongUse
        There is none, or none of this key.
    """
    known = tuple(visit.result_keys)
    if not known:
        raise WrongUse("This visit holds no identified model yet. Run `torsion identify` on it first.")
    if key is not None and key not in known:
        raise WrongUse(f"This visit holds no result {key}. It has: {', '.join(known)}.")
    return visit.result(key or known[-1])
