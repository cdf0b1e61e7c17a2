"""``replay:FILE?label=…&pace=…``: choice of recordings and playing speed."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from devices.family import PLAIN_IN_LIST, Option, one_of, read_name, write_name

SCHEME, SUBJECT = "replay", "FILE"


class Pace(StrEnum):
    """Playing speeds; a busy computer plays more slowly."""

    REAL = "real"
    FAST = "fast"
    """As fast as the samples are read."""


@dataclass(frozen=True)
class ReplaySettings:
    """Recordings to replay; without a label all of them, one after the other."""

    path: Path
    label: str = ""
    pace: Pace = Pace.REAL

    @property
    def uri(self) -> str:
        """The name of this replay; :func:`parse_replay` converts it back to these settings."""
        return write_name(self, str(self.path), scheme=SCHEME, options=OPTIONS)


def parse_replay(uri: str) -> ReplaySettings:
    """Read ``replay:FILE?label=sweep-1&pace=fast``.

    Raises
    ------
    BadRequest
        As raised by ``devices.family.read_name``.
    """
    name, given = read_name(uri, scheme=SCHEME, subject=SUBJECT, options=OPTIONS)
    return ReplaySettings(Path(name), **given)  # type: ignore[arg-type]  # each reader gives its type


OPTIONS = (
    Option("label", "the one recording that is played", plain=PLAIN_IN_LIST),
    Option("pace", "how fast the recorded time passes", one_of(Pace)),
)
