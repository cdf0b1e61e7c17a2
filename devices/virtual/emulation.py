"""Types shared by the owner of an emulated arm and its process: orders and the place of the line."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Order(StrEnum):
    """Orders of the owner to the process, sent beside the line."""

    PULL = "pull"
    PLUG = "plug"


@dataclass(frozen=True)
class Place:
    """The device's end of the line: behind a new ``link``, or at an existing ``port``."""

    baud: int
    link: Path | None = None
    port: str = ""
