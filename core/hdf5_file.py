"""Opening of HDF5 files in one place, with a check before anything is read.

An HDF5 file can refer to other files: external and soft links, datasets with values in other files
(external storage, virtual datasets), and filters loaded as programs. A foreign file must not read
anything of this computer, so such a file is refused with the name of the place in it. Loading of
filters from outside the library is disabled for this process.
"""

from collections import deque
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import h5py
from h5py import h5d, h5g, h5l, h5o, h5pl, h5t, h5z

from core.errors import BadFile, Problem
from core.given_file import check_regular, open_regular

MOST_DEPTH = 8
"""Deepest nesting of groups; a visit has four."""
MOST_PROBLEMS = 20
"""Largest number of reported problems; the search stops after that."""
_FILTERS = {h5z.FILTER_DEFLATE, h5z.FILTER_SHUFFLE, h5z.FILTER_FLETCHER32}
"""Filters that are part of the library; any other would be loaded from outside."""
_KINDS = {h5t.INTEGER, h5t.FLOAT, h5t.STRING, h5t.COMPOUND, h5t.ENUM}
_LINKS = {h5l.TYPE_SOFT: "soft-link", h5l.TYPE_EXTERNAL: "external-link"}
_MOST_DEFLATED = 1100
"""Largest compression ratio of deflate."""
ELSEWHERE = {
    "external-link",
    "soft-link",
    "unknown-link",
    "external-storage",
    "virtual-dataset",
    "foreign-filter",
}
"""Codes of content that refers outside the file, or runs other code."""


def _forget_plugins() -> None:
    """Remove all folders for filter plugins, whatever the environment says."""
    while h5pl.size():
        h5pl.remove(0)


_forget_plugins()


def open_to_read(path: Path) -> h5py.File:
    """Open an HDF5 file for reading, without inspecting it yet.

    Raises
    ------
    BadFile
        ``not-a-plain-file``.
    OSError
        When it is missing, forbidden or no HDF5 file.
    """
    open_regular(path).close()  # a folder, a pipe or a forbidden file raises its own error here
    return h5py.File(path, "r")


def open_draft(draft: object, *, new: bool) -> h5py.File:
    """Open a file object of our own for writing: a new one, or a copy made just before."""
    # the oldest format, which every program reads, and which states its end in one place without a checksum
    return h5py.File(draft, "w" if new else "r+", driver="fileobj", libver="earliest")


def is_hdf5(path: Path) -> bool:
    """True if a plain file starts as an HDF5 file."""
    check_regular(path)
    return bool(h5py.is_hdf5(path))


def check_stays_inside(file: h5py.File) -> None:
    """Raise an error for a file that refers outside itself.

    Raises
    ------
    BadFile
        ``leads-elsewhere`` with one problem for each place.
    """
    refuse_elsewhere(file, inspected(file))


def refuse_elsewhere(file: h5py.File, problems: list[Problem]) -> None:
    """Raise an error if ``inspected`` found references outside the file."""
    elsewhere = [problem for problem in problems if problem.code in ELSEWHERE]
    if elsewhere:
        raise BadFile("leads-elsewhere", elsewhere, file=str(file.filename))


def inspected(file: h5py.File, *, unread: Collection[str] = ()) -> list[Problem]:
    """Find foreign content without following links: at most ``MOST_PROBLEMS``, each with its place.

    Of the members of the groups ``unread`` of the file only the kind of link is checked.
    """
    problems: list[Problem] = []
    for problem in _found(file, {f"/{name}" for name in unread}):
        problems.append(problem)
        if len(problems) == MOST_PROBLEMS:
            break
    return problems


def _found(file: h5py.File, unread: Collection[str]) -> Iterator[Problem]:
    waiting: deque[tuple[str, Any, int]] = deque([("", file["/"].id, 1)])
    while waiting:
        place, group, depth = waiting.popleft()
        for name, kind in _links(group):
            where = f"{place}/{_readable(name)}"
            if kind != h5l.TYPE_HARD:
                yield Problem(where, _LINKS.get(kind, "unknown-link"))
                continue
            if place in unread:
                continue
            found = h5o.open(group, name)
            if h5o.get_info(found).rc > 1:  # a group that contains itself would recurse forever
                yield Problem(where, "linked-twice")
            elif isinstance(found, h5g.GroupID):
                if depth < MOST_DEPTH:
                    waiting.append((where, found, depth + 1))
                else:
                    yield Problem(where, "nested-too-deeply")
            elif isinstance(found, h5d.DatasetID):
                yield from dataset_problems(found, where)
            else:
                yield Problem(where, "unknown-object")


def named_arrays(file: h5py.File) -> dict[str, Any]:
    """The arrays of a file without outside references, those in groups by dotted names; others are left out.

    Raises
    ------
    ValueError
        For an array with a stated size larger than the file.
    """
    found: dict[str, Any] = {}
    waiting: deque[tuple[str, h5py.Group, int]] = deque([("", file, 1)])
    while waiting:
        place, group, depth = waiting.popleft()
        for name, kind in _links(group.id):
            key = _readable(name)
            item = group[key] if kind == h5l.TYPE_HARD else None
            if isinstance(item, h5py.Dataset):
                codes = {problem.code for problem in dataset_problems(item.id, place + key)}
                if "rows-not-there" in codes:
                    raise ValueError(f"{place}{key} says it is larger than the file")
                if not codes:
                    found[place + key] = item[()]
            elif isinstance(item, h5py.Group) and depth < MOST_DEPTH and not key.startswith("#"):
                waiting.append((f"{place}{key}.", item, depth + 1))
    return found


def _links(group: Any) -> list[tuple[bytes, int]]:
    names: list[tuple[bytes, int]] = []
    group.links.iterate(lambda name, info: names.append((bytes(name), int(info.type))), info=True)
    return names


def dataset_problems(dataset: Any, where: str) -> Iterator[Problem]:
    """Problems of a dataset (a ``h5py.h5d.DatasetID``), found before any of its values is read."""
    plan = dataset.get_create_plist()
    layout = plan.get_layout()
    if layout == h5d.VIRTUAL:
        yield Problem(where, "virtual-dataset")
        return
    if plan.get_external_count():
        yield Problem(where, "external-storage", {"target": _readable(plan.get_external(0)[0])})
        return
    filters = {plan.get_filter(number)[0] for number in range(plan.get_nfilters())}
    if filters - _FILTERS:
        yield Problem(where, "foreign-filter", {"number": int(min(filters - _FILTERS))})
        return
    if dataset.get_type().get_class() not in _KINDS:
        yield Problem(where, "foreign-type")
        return
    announced = dataset.get_space().get_simple_extent_npoints() * dataset.get_type().get_size()
    most = dataset.get_storage_size() * (_MOST_DEFLATED if h5z.FILTER_DEFLATE in filters else 1)
    if announced > most:
        yield Problem(where, "rows-not-there")


def _readable(name: bytes) -> str:
    return name.decode("utf-8", "backslashreplace")
