"""What the owner of an emulated arm and its process agree on: where the line is, and what may be ordered."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Order(StrEnum):
    """What the host tells the process beside the line."""

    PULL = "pull"
    PLUG = "plug"
    QUIT = "quit"


@dataclass(frozen=True)
class Place:
    """Where the device's end of the line is: behind a new ``link``, or at an existing ``port``."""

    baud: int
    link: Path | None = None
    port: str = ""
