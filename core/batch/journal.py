"""Journal of a batch: its results so far, line by line, so that it goes on where it stopped."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from core.fields import from_fields


@dataclass(frozen=True)
class Stored:
    """The result of one visit as it was stored.

    ``modified_ns`` and ``size`` are those of the file after it; ``inputs`` is the digest of its recordings.
    """

    visit: str
    result: str
    verdict: str
    seconds: float
    modified_ns: int
    size: int
    inputs: str


class Journal:
    """A file with one JSON line for each visit whose result is stored; the last line may be cut."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def stored(self) -> Mapping[str, Stored]:
        """The latest line of each visit, by its path."""
        try:
            lines = self._path.read_text("utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return {}
        found: dict[str, Stored] = {}
        for line in lines:
            try:
                one = from_fields(Stored, json.loads(line))
            except Exception:  # noqa: BLE001  a line that was cut by a crash: its visit is done again
                continue
            found[one.visit] = one
        return found

    def add(self, stored: Stored) -> None:
        """Note a stored result; it is on the disk when this returns."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps(asdict(stored)).encode() + b"\n"
        with self._path.open("ab") as file:
            # a line that a crash has cut must not swallow this one
            file.write(line if not file.tell() or self._ends_whole() else b"\n" + line)
            file.flush()
            os.fsync(file.fileno())

    def _ends_whole(self) -> bool:
        with self._path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"
