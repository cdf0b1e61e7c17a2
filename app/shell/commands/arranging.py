"""Recordings arranged after reading: several files of one run joined, several runs of one file split."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from app.terminal.command import WrongUse
from core.recording import Recording

if TYPE_CHECKING:
    from core.exchange.joining import Alignment

PAUSES = "pauses"
_COLUMN = "column:"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--join`` and ``--split``."""
    parser.add_argument(
        "--join",
        action="store_true",
        help="the files are one run recorded by several programs: one recording on the clock of the first, "
        "aligned by a quantity that all have",
    )
    parser.add_argument(
        "--split",
        type=_split,
        metavar="pauses|column:NAME",
        help="several runs in one file: a recording each, parted by rests of 2 s or more, or wherever a "
        "column of the file changes",
    )


def _split(text: str) -> str:
    names_column = text.startswith(_COLUMN) and text.removeprefix(_COLUMN).strip()
    if text != PAUSES and not names_column:
        raise argparse.ArgumentTypeError(f"{text!r} is no way to split; write pauses or column:NAME")
    return text


def split_column(arguments: argparse.Namespace) -> str:
    """Name of the column at whose changes a file is split; empty without."""
    asked: str = arguments.split or ""
    return asked.removeprefix(_COLUMN) if asked.startswith(_COLUMN) else ""


def check(arguments: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    if arguments.join and len(arguments.files) < 2:
        raise WrongUse("--join takes several files of one run. Name them, the one whose clock counts first.")
    if arguments.join and split_column(arguments):
        raise WrongUse("--join and --split column:NAME exclude each other. Join first, or split each file.")


def arranged(
    recordings: Sequence[Recording], arguments: argparse.Namespace
) -> "tuple[tuple[Recording, ...], Mapping[str, Alignment]]":
    """The recordings joined and split as asked, and the clocks of joined files; errors as ``core``'s."""
    from core.exchange.arrangement import arranged as arrange

    return arrange(recordings, join=arguments.join, at_pauses=arguments.split == PAUSES)


def clock_lines(clocks: "Mapping[str, Alignment]") -> Iterator[str]:
    """Offset and drift of each joined file in a sentence."""
    from app.visit.joined_words import clock_sentence

    for name, clock in clocks.items():
        yield clock_sentence(name, clock)


def clock_json(clocks: "Mapping[str, Alignment]") -> list[dict[str, object]]:
    """The documented keys of ``joined``; s and s/s."""
    return [
        {
            "file": name,
            "common": clock.common.value,
            "offset": clock.offset,
            "offset_std": clock.offset_std,
            "drift": clock.drift,
            "drift_std": clock.drift_std,
            "correlation": clock.correlation,
        }
        for name, clock in clocks.items()
    ]
