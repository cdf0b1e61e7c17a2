"""The listing of a visit: its recordings, results and settings by name, each with its digest.

It is one JSON text in the file, so that a visit of many thousand results is listed quickly. Older files
have none, and that of a damaged file may be lost: then the groups themselves are read.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import h5py

from core.errors import BadFile, Problem
from core.storage.digests import DIGEST, text_digest
from core.storage.hdf5_values import (
    attribute_number,
    attribute_text,
    damaged,
    dataset_in,
    group_in,
    has,
    names_in,
    text_in,
    write_text,
)

GROUPS = ("settings", "recordings", "results")
LISTING = "listing"
"""Name of the dataset with the text, and of the attribute with its digest."""
_LONGEST_NUMBER = 10


@dataclass(frozen=True)
class RecordingRow:
    """One recording: name of its group, its label, and its journal."""

    name: str
    label: str
    journal: str = ""
    part: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class ResultRow:
    """One result: its key, its kind, and its number in the visit."""

    key: str
    kind: str
    number: int
    created_at: str
    software: str
    sha256: str = ""


@dataclass
class Listing:
    """The content of a visit; a draft adds to a copy of it."""

    software: str = ""
    created_at: str = ""
    operator: str = ""
    robot_sha256: str = ""
    recordings: dict[str, RecordingRow] = field(default_factory=dict)
    """By label, in the order in which they were added."""
    results: dict[str, ResultRow] = field(default_factory=dict)
    """By key, in the order in which they were added."""
    settings: dict[str, str] = field(default_factory=dict)
    """Digest of the settings by name."""
    problems: list[Problem] = field(default_factory=list)
    """Damage found; listed content may be damaged too."""

    def copied(self) -> "Listing":
        """A listing that can be changed without this one."""
        return replace(
            self,
            recordings=dict(self.recordings),
            results=dict(self.results),
            settings=dict(self.settings),
            problems=list(self.problems),
        )

    @property
    def next_number(self) -> int:
        """The number of the next result."""
        return max((row.number for row in self.results.values()), default=0) + 1


def write_listing(file: h5py.File, listing: Listing) -> None:
    """Store the listing of a draft in place of the former one."""
    plain = {
        "about": [listing.software, listing.created_at, listing.operator, listing.robot_sha256],
        "recordings": [
            [row.name, row.label, row.journal, row.part, row.sha256] for row in listing.recordings.values()
        ],
        "results": [
            [row.key, row.kind, row.number, row.created_at, row.software, row.sha256]
            for row in listing.results.values()
        ],
        "settings": [[name, digest] for name, digest in listing.settings.items()],
    }
    file.attrs[DIGEST] = _about_digest(listing)
    text = json.dumps(plain, ensure_ascii=False)
    if LISTING in file:
        del file[LISTING]
    write_text(file, LISTING, text)
    file.attrs[LISTING] = text_digest(text)


def read_listing(file: h5py.File, *, is_sealed: bool = False) -> Listing:
    """The listing of a visit; ``problems`` has its differences from the content of a file without a seal."""
    if not has(file, LISTING):
        return scanned(file)
    try:
        listing = _parsed(file, text_in(file, LISTING))
    except BadFile as error:
        found = scanned(file)
        found.problems[:0] = error.problems
        return found
    if not is_sealed:
        listing.problems += _differences(file, listing)
    return listing


def _parsed(file: h5py.File, text: str) -> Listing:
    if attribute_text(file, LISTING, "") != text_digest(text):
        raise damaged(file, LISTING, "digest")
    try:
        plain = json.loads(text)
        software, created_at, operator, robot = _texts(plain["about"], 4)
        recordings = [RecordingRow(*_texts(row, 5)) for row in plain["recordings"]]
        results = [_result(row) for row in plain["results"]]
        settings = dict(_texts(row, 2) for row in plain["settings"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise damaged(file, LISTING, "unreadable", reason=str(error)) from error
    return Listing(
        software,
        created_at,
        operator,
        robot,
        {row.label: row for row in recordings},
        {row.key: row for row in sorted(results, key=lambda row: row.number)},
        settings,
    )


def _texts(row: Any, count: int) -> list[str]:
    if not isinstance(row, list) or len(row) != count or not all(isinstance(item, str) for item in row):
        raise TypeError(f"{count} texts are wanted")
    return row


def _result(row: Any) -> ResultRow:
    number = row[2]
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError("a number is wanted")
    key, kind, created_at, software, digest = _texts([*row[:2], *row[3:]], 5)
    return ResultRow(key, kind, number, created_at, software, digest)


def _differences(file: h5py.File, listing: Listing) -> list[Problem]:
    """Differences between the listing and the groups, in both directions."""
    listed = {
        "recordings": {row.name for row in listing.recordings.values()},
        "results": set(listing.results),
        "settings": set(listing.settings),
    }
    problems: list[Problem] = []
    for place in GROUPS:
        try:
            there = set(names_in(group_in(file, place)))
        except BadFile as error:
            problems += error.problems
            continue
        problems += [Problem(f"{place}/{name}", "missing") for name in sorted(listed[place] - there)]
        problems += [Problem(f"{place}/{name}", "not-listed") for name in sorted(there - listed[place])]
    for name, said in (
        ("software", listing.software),
        ("created_at", listing.created_at),
        ("operator", listing.operator),
    ):
        try:
            if attribute_text(file, name, "") != said:
                problems.append(Problem(name, "digest"))
        except BadFile as error:
            problems += error.problems
    return problems


def scanned(file: h5py.File) -> Listing:
    """The listing made from the groups themselves; unreadable ones are among its problems."""
    listing = Listing()
    listing.software = _tried(listing, lambda: attribute_text(file, "software", ""))
    listing.created_at = _tried(listing, lambda: attribute_text(file, "created_at", ""))
    listing.operator = _tried(listing, lambda: attribute_text(file, "operator", ""))
    stored = _tried(listing, lambda: attribute_text(file, DIGEST, ""))
    if stored and stored != _about_digest(listing):
        listing.problems.append(Problem("about", "digest"))
    listing.robot_sha256 = _tried(listing, lambda: attribute_text(dataset_in(file, "robot_toml"), DIGEST, ""))
    for name in _names(listing, file, "recordings"):
        _add_recording(listing, file, name)
    found: list[ResultRow] = []
    for name in _names(listing, file, "results"):
        try:
            found.append(_result_row(group_in(group_in(file, "results"), name), name))
        except BadFile as error:
            listing.problems += error.problems
    listing.results = {row.key: row for row in sorted(found, key=lambda row: row.number)}
    for name in _names(listing, file, "settings"):
        try:
            group = group_in(group_in(file, "settings"), name)
            listing.settings[name] = attribute_text(group, DIGEST, "")
        except BadFile as error:
            listing.problems += error.problems
    return listing


def _about_digest(listing: Listing) -> str:
    return text_digest(f"{listing.software}\n{listing.created_at}\n{listing.operator}")


def _tried(listing: Listing, read: Any) -> str:
    try:
        return str(read())
    except BadFile as error:
        listing.problems += error.problems
        return ""


def _names(listing: Listing, file: h5py.File, place: str) -> Iterable[str]:
    try:
        names = names_in(group_in(file, place))
    except BadFile as error:
        listing.problems += error.problems
        return []
    return sorted(
        names,
        key=lambda name: (int(name) if len(name) < _LONGEST_NUMBER and name.isdecimal() else 1 << 62, name),
    )


def _add_recording(listing: Listing, file: h5py.File, name: str) -> None:
    try:
        group = group_in(group_in(file, "recordings"), name)
        row = RecordingRow(
            name,
            attribute_text(group, "label"),
            attribute_text(group, "journal", ""),
            attribute_text(group, "part", ""),
            attribute_text(group, DIGEST, ""),
        )
    except BadFile as error:
        listing.problems += error.problems
        return
    if not row.label.strip() or not row.label.isprintable():
        listing.problems.append(Problem(f"recordings/{name}", "label-not-usable"))
    elif row.label in listing.recordings:
        listing.problems.append(Problem(f"recordings/{name}", "label-twice", {"label": row.label}))
    else:
        listing.recordings[row.label] = row


def _result_row(group: h5py.Group, key: str) -> ResultRow:
    return ResultRow(
        key,
        attribute_text(group, "kind"),
        attribute_number(group, "number"),
        attribute_text(group, "created_at"),
        attribute_text(group, "software"),
        attribute_text(group, DIGEST, ""),
    )
