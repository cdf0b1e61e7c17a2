"""Orphaned recordings: found beside a visit, and taken into it while it is opened; others stay."""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadFile, BadRequest, DiskFull, TorsionError
from core.given_file import open_regular
from core.storage.draft import Draft
from core.storage.file_lock import FileLock
from core.storage.journal import parts_of
from core.storage.journal_blocks import MARKER, PREFIX_BYTES, whole_blocks
from core.storage.journal_reading import JournalContent, read_journal
from core.storage.replacement import clear_leftovers, sync_folder

Change = Callable[[], AbstractContextManager[Draft]]
"""Begins a change of the visit, as ``Visit.change``."""
_logger = logging.getLogger(__name__)


# Orphaned parts: recordings that were not taken into a visit because the program ended first.
#
# A part whose writer is alive is locked and ignored. A part is removed only when its rows are in the
# visit on the disk. One that was damaged beyond what a crash does is kept under another name, and one
# that cannot be read stays unchanged.


@dataclass(frozen=True)
class Recovered:
    """A recording that was taken in from an orphaned part."""

    label: str
    seconds: float
    samples: int
    lost_tail_bytes: int
    """Bytes at the end that did not form a whole block."""
    incomplete: str
    """End of the recording; ``program-ended`` if it was not closed."""
    kept_as: str = ""
    """Name of the damaged part that was kept beside the visit."""

    @classmethod
    def of(cls, content: JournalContent, *, label: str, kept_as: str) -> "Recovered":
        """The description of a part taken in under ``label``."""
        return cls(
            label=label,
            seconds=content.seconds,
            samples=content.sample_count,
            lost_tail_bytes=content.lost_tail_bytes,
            incomplete=content.incomplete,
            kept_as=kept_as,
        )


@dataclass(frozen=True)
class Orphans:
    """The parts beside a visit without a writer: readable and unreadable ones."""

    readable: tuple[JournalContent, ...]
    unreadable: tuple[BadFile, ...]


@contextmanager
def orphans_of(visit: Path) -> Iterator[Orphans]:
    """Read the orphaned parts beside a visit, locked against others within the block."""
    readable: list[JournalContent] = []
    unreadable: list[BadFile] = []
    locks: list[FileLock] = []
    try:
        for part in parts_of(visit):
            try:
                lock = FileLock.take(part)
                if lock is None:
                    continue
                locks.append(lock)
                content = _content(part)
            except BadFile as error:
                unreadable.append(error)
                continue
            if content is not None:
                readable.append(content)
        yield Orphans(tuple(readable), tuple(unreadable))
    finally:
        for lock in locks:
            lock.release()


@contextmanager
def taken(part: Path) -> Iterator[JournalContent]:
    """Read one finished part, locked against others within the block.

    Raises
    ------
    BadFile
        ``recording-in-progress``, ``file-missing``, ``not-a-plain-file``, ``part-unreadable`` or
        ``part-too-new``.
    BadRequest
        ``no-samples`` when it holds no row; then it is removed.
    """
    lock = FileLock.take(part)
    if lock is None:
        raise BadFile("recording-in-progress", file=str(part))
    try:
        if not os.path.lexists(part):
            raise BadFile("file-missing", file=str(part))
        content = _content(part)
        if content is None:
            raise BadRequest("no-samples", label=part.name)
        yield content
    finally:
        lock.release()


def settle(content: JournalContent) -> str:
    """Remove a part that is in the visit now, or put a damaged one aside; never raises ``OSError``.

    Returns
    -------
    The name under which the damaged part is kept, or an empty text.
    """
    part, kept = content.path, ""
    try:
        if content.is_damaged:
            target = _free_name(part)
            part.rename(target)
            kept = target.name
        else:
            part.unlink(missing_ok=True)
        sync_folder(part.parent)
    except OSError:  # removed at the next opening, which finds it in the visit
        _logger.warning("The part %s could not be removed for good.", part, exc_info=True)
    return kept


def _content(part: Path) -> JournalContent | None:
    """The content of a part; None if it is gone or has no row."""
    try:
        if _is_unborn(part):
            part.unlink()
            return None
        content = read_journal(part)
    except FileNotFoundError:  # another process has just taken it in
        return None
    except OSError as error:
        raise BadFile("part-unreadable", file=str(part), reason=str(error)) from error
    if content.sample_count:
        return content
    if content.is_damaged:
        raise BadFile("part-unreadable", file=str(part), reason="")
    _logger.info("nothing had been recorded in %s", part)
    part.unlink(missing_ok=True)
    return None


def _is_unborn(part: Path) -> bool:
    """True if not even the header is complete: the file ends inside it, or has only zeros.

    A damaged header may look truncated too; whole blocks follow it then, and such a part is kept.
    """
    with open_regular(part) as file:
        start = file.read(PREFIX_BYTES)
        size = file.seek(0, 2)
        if size > _LONGEST_HEADER_BYTES or next(whole_blocks(file), None) is not None:
            return False
        file.seek(0)
        content = file.read()
    if not content.strip(b"\0"):
        return True
    length = int.from_bytes(start[len(MARKER) + 1 : len(MARKER) + 5], "little")
    is_cut = start[: len(MARKER)] == MARKER[: len(start)] and size < PREFIX_BYTES + length
    return is_cut and MARKER not in content[1:]


_LONGEST_HEADER_BYTES = 1 << 16


def _free_name(part: Path) -> Path:
    target = part.with_name(f"{part.name}.damaged")
    number = 2
    while os.path.lexists(target):
        target = part.with_name(f"{part.name}.damaged-{number}")
        number += 1
    return target


def take_in_orphans(path: Path, change: Change) -> tuple[tuple[Recovered, ...], tuple[TorsionError, ...]]:
    """Take in the orphaned parts beside the visit at ``path``, all in one change.

    Returns
    -------
    The recordings that were taken in, and the errors of the parts that stay as they are.
    """
    recovered: list[Recovered] = []
    left_behind: list[TorsionError] = []

    def take_in(contents: Sequence[JournalContent]) -> None:
        try:
            with change() as draft:
                labels = [draft.adopt(content) for content in contents]
        except (TorsionError, OSError) as error:
            if len(contents) > 1:  # one of them must not block the others
                for content in contents:
                    take_in((content,))
                return
            left_behind.append(_reason(contents[0].path, error))
            return
        recovered.extend(
            Recovered.of(content, label=label, kept_as=settle(content))
            for label, content in zip(labels, contents, strict=True)
        )

    clear_leftovers(path)
    try:
        with orphans_of(path) as orphans:
            left_behind += orphans.unreadable
            if orphans.readable:
                take_in(orphans.readable)
    except OSError as error:  # a folder that cannot be listed or written
        left_behind.append(_reason(path, error))
    return tuple(recovered), tuple(left_behind)


def without_room(part: Path, error: DiskFull) -> DiskFull:
    """The error of a part that finds no room in its visit."""
    return DiskFull("part-without-room", **{**error.facts, "file": str(part)})


def _reason(file: Path, error: TorsionError | OSError) -> TorsionError:
    if isinstance(error, DiskFull):
        return without_room(file, error)
    if isinstance(error, OSError):
        return BadFile("parts-not-taken-in", file=str(file), reason=str(error))
    return error
