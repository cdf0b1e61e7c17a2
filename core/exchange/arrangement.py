"""Arrangement of the files of one import into recordings: each its own, in runs, or all together."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from core.exchange.joining import Alignment, join_all
from core.exchange.splitting import split_at_pauses
from core.recording import Recording


class Arrangement(StrEnum):
    """Way from files to recordings."""

    SEPARATE = "separate"
    """Each file is one recording."""
    RUNS = "runs"
    """Each file holds runs between rests; each run is a recording."""
    ONE_RUN = "one-run"
    """All files are one run, recorded by several programs on their own clocks."""


def arranged(
    recordings: Sequence[Recording], *, join: bool = False, at_pauses: bool = False
) -> tuple[tuple[Recording, ...], Mapping[str, Alignment]]:
    """The recordings, joined to the first and split at rests where asked, and the clocks of the joined ones.

    Raises
    ------
    BadRequest, NotEnoughData
        As ``join_recordings`` and ``split_at_pauses``.
    """
    clocks: Mapping[str, Alignment] = {}
    if join and len(recordings) > 1:
        whole, clocks = join_all(recordings)
        recordings = [whole]
    if at_pauses:
        recordings = [part for whole in recordings for part in split_at_pauses(whole)]
    return tuple(recordings), clocks
