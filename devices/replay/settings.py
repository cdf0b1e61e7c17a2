"""``replay:FILE?label=…&pace=…``: which recordings are played, and how fast."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import parse_qs

from core.errors import BadRequest

SCHEME = "replay"
_OPTIONS = ("label", "pace")


class Pace(StrEnum):
    """How fast the recorded time passes; a busy computer makes it slower."""

    REAL = "real"
    FAST = "fast"
    """As fast as the samples are fetched."""


@dataclass(frozen=True)
class ReplaySettings:
    """What to play; without a label all recordings, one after the other."""

    path: Path
    label: str = ""
    pace: Pace = Pace.REAL


def parse_replay(uri: str) -> ReplaySettings:
    """The settings in a ``replay:`` URI.

    Raises
    ------
    BadRequest
        ``replay-without-file``, ``replay-unknown-setting`` or ``replay-bad-value``.
    """
    rest = uri.removeprefix(f"{SCHEME}:")
    name, _, query = rest.partition("?")
    if not name:
        raise BadRequest("replay-without-file", uri=uri)
    options = {key: values[-1] for key, values in parse_qs(query, keep_blank_values=True).items()}
    unknown = tuple(key for key in options if key not in _OPTIONS)
    if unknown:
        raise BadRequest("replay-unknown-setting", setting=unknown[0], known=_OPTIONS)
    pace = options.get("pace", Pace.REAL.value)
    paces = tuple(known.value for known in Pace)
    if pace not in paces:
        raise BadRequest("replay-bad-value", setting="pace", value=pace, allowed=paces)
    return ReplaySettings(Path(name), options.get("label", ""), Pace(pace))
