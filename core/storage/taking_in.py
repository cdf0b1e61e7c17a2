"""Takes orphaned recordings into a visit while it is opened; what cannot be taken in stays beside it."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from core.errors import BadFile, DiskFull, TorsionError
from core.storage.draft import Draft
from core.storage.journal_reading import JournalContent
from core.storage.recovery import Recovered, orphans_of, settle
from core.storage.replacement import clear_leftovers

Change = Callable[[], AbstractContextManager[Draft]]
"""Begins a change of the visit, as ``Visit.change``."""


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
