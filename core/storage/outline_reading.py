"""Summary of a visit file, without reading samples and without changes.

A list of many visits needs a few lines of each. Files of an older schema are read as they are.
"""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.errors import BadFile, Problem
from core.fields import from_fields
from core.quality import Verdict, worst
from core.recording import Mark
from core.storage.hdf5_values import group_in, read_plain, text_in
from core.storage.opened_visit import Opened, in_resolved_folder, open_visit_file
from core.storage.tag import TAG, VisitTag
from core.storage.visit_outline import OutlinedResult, VisitOutline


def outline_of(path: Path) -> VisitOutline:
    """Read the summary of a visit file.

    Raises
    ------
    BadFile
        As ``core.storage.opened_visit.open_visit_file``, and ``visit-damaged`` with every damage found.
    """
    return outline_with(path, {})[0]


def description_of(path: Path) -> str:
    """The robot description of a visit file, as TOML.

    Raises
    ------
    BadFile
        As ``outline_of``.
    """
    with _whole(path) as opened:
        return text_in(opened.handle, "robot_toml")


def outline_with(path: Path, kinds: Mapping[str, type]) -> tuple[VisitOutline, str, object | None]:
    """Read the summary, and the newest result of the first of these kinds that the visit has.

    Returns
    -------
    The summary, the kind, and the result as the class of its kind; an empty kind and None without one.

    Raises
    ------
    BadFile
        As ``outline_of``, and ``bad-fields`` for a result that is no such class.
    """
    with _whole(path) as opened:
        return _outline(opened), *_newest_of(opened, kinds)


def outline_and_results(path: Path, kinds: Mapping[str, type]) -> tuple[VisitOutline, dict[str, object]]:
    """Read the summary, and the newest result of each of these kinds that the visit has, by kind.

    Raises
    ------
    BadFile
        As ``outline_with``.
    """
    with _whole(path) as opened:
        return _outline(opened), dict(_newest(opened, kinds))


@contextmanager
def _whole(path: Path) -> Iterator[Opened]:
    """A visit without damage, open for reading."""
    path = in_resolved_folder(path)
    opened = open_visit_file(path)
    try:
        if opened.damage:
            raise BadFile("visit-damaged", opened.damage, file=str(path))
        yield opened
    except (ValueError, TypeError, AttributeError) as error:  # not a robot description
        problem = Problem("robot_toml", "unreadable", {"reason": str(error)})
        raise BadFile("visit-damaged", [problem], file=str(path)) from error
    finally:
        opened.close()


def _outline(opened: Opened) -> VisitOutline:
    file, listing = opened.handle, opened.listing
    origins = [_origin(opened, row.name) for row in listing.recordings.values()]
    newest = {row.kind: row for row in listing.results.values()}
    fields = {kind: opened.plain("results", row.key) for kind, row in newest.items()}
    results = list(fields.values())
    marks = {str(one.get("mark", "")) for one in (*origins, *results)}
    tag = from_fields(VisitTag, _settings(opened, TAG)).cleaned
    return VisitOutline(
        robot=_robot_name(text_in(file, "robot_toml")),
        serial=_first(*(one.get("serial") for one in (*reversed(origins), *results)), tag.serial),
        recorded_at=_first(
            *(one.get("recorded_at") for one in (*origins, *results)),
            *(one.get("measured_at") for one in results),
            listing.created_at,
        ),
        operator=listing.operator,
        marks=tuple(mark for mark in Mark if mark is not Mark.NONE and mark.value in marks),
        recordings=len(origins),
        results=tuple(
            OutlinedResult(kind, row.created_at, _verdict(fields[kind])) for kind, row in newest.items()
        ),
        products=tuple(_products(opened)),
        tag=tag,
    )


@lru_cache(maxsize=64)  # the visits of a list are to arms of a few models
def _robot_name(description: str) -> str:
    return str(tomllib.loads(description).get("name", ""))


def _newest_of(opened: Opened, kinds: Mapping[str, type]) -> tuple[str, object | None]:
    return next(_newest(opened, kinds), ("", None))


def _newest(opened: Opened, kinds: Mapping[str, type]) -> Iterator[tuple[str, object]]:
    """The newest result of each of these kinds that the visit has, in the order of ``kinds``."""
    rows = {row.kind: row for row in opened.listing.results.values()}
    for kind in (kind for kind in kinds if kind in rows):
        yield kind, from_fields(kinds[kind], opened.fields("results", rows[kind].key))


def _origin(opened: Opened, name: str) -> Mapping[str, Any]:
    """The stored origin of a recording."""
    origin = read_plain(group_in(opened.group("recordings", name), "about")).get("origin")
    return origin if isinstance(origin, dict) else {}


def _verdict(fields: Mapping[str, Any]) -> str:
    """The worst verdict of a stored result and of the quantities that it estimates; empty without one."""
    estimate = fields.get("estimate")
    parts = estimate.get("judgements", ()) if isinstance(estimate, dict) else ()
    judged = [one for one in (fields.get("judgement"), *parts) if isinstance(one, dict)]
    verdicts = [Verdict(one["verdict"]) for one in judged if one.get("verdict") in set(Verdict)]
    return worst(verdicts).value if verdicts else ""


def _settings(opened: Opened, name: str) -> Mapping[str, Any]:
    """The stored settings of this name; empty where there are none."""
    return opened.plain("settings", name) if name in opened.listing.settings else {}


def _products(opened: Opened) -> tuple[str, ...]:
    made = _settings(opened, "workflow").get("products")
    return tuple(made) if isinstance(made, dict) else ()


def _first(*texts: object) -> str:
    return next((str(text) for text in texts if text), "")
