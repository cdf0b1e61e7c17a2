"""The joints of Torsion's own robot description: rows, limits, drives and links."""

import numpy as np

from core.bounds import HEIGHT, POSITION, Bounds
from core.recording import FloatArray
from core.robot import inertia
from core.robot.model import BASE_LINK, PARAMETERS_PER_LINK, UNLIMITED, Capsule, Encoder, Joint, JointKind
from core.robot.modified_dh import Row
from core.robot.toml_table import TomlTable

LINK_MASS = Bounds("kg", 0.0, 1e6, above=True)
GEAR_RATIO = Bounds("", -1e6, 1e6)
_LINK_KEYS = ("mass", "center_of_mass", "inertia")


def read_row(entry: TomlTable) -> Row:
    """The joint's Denavit-Hartenberg row as written."""
    return Row(
        a=entry.number("a", default=0.0, bounds=HEIGHT),
        alpha=entry.angle("alpha", default=0.0, bounds=POSITION),
        d=entry.number("d", default=0.0, bounds=HEIGHT),
        offset=entry.angle("offset", default=0.0, bounds=POSITION),
    )


def read_joint(entry: TomlTable, row: Row) -> Joint:
    """One joint with its ``row`` in modified form; a prismatic joint takes no degrees."""
    kind = JointKind(entry.choice("kind", choices=tuple(JointKind), default=JointKind.REVOLUTE))
    coordinate = entry.angle if kind is JointKind.REVOLUTE else entry.number
    limits = {
        key: coordinate(key, default=default, finite=False)
        for key, default in (
            ("lower", -UNLIMITED),
            ("upper", UNLIMITED),
            ("velocity", UNLIMITED),
            ("acceleration", UNLIMITED),
        )
    }
    _check_limits(entry, limits)
    gear_ratio = entry.number("gear_ratio", default=1.0, bounds=GEAR_RATIO)
    if gear_ratio == 0.0:
        entry.complain("gear_ratio", "zero")
    sign = entry.number("reported_sign", default=1.0)
    if sign not in {1.0, -1.0}:
        entry.complain("reported_sign", "unknown-choice", value=sign, choices=(1, -1))
    return Joint(
        name=entry.text("name"),
        kind=kind,
        a=row.a,
        alpha=row.alpha,
        d=row.d,
        offset=row.offset,
        **limits,
        torque=entry.positive("torque", default=UNLIMITED),
        reported_sign=int(sign),
        reported_zero=coordinate("reported_zero", default=0.0),
        gear_ratio=gear_ratio,
        motor_encoder=_encoder(entry, "motor_encoder", default=Encoder()),
        link_encoder=_encoder(entry, "link_encoder", default=None),
    )


def _check_limits(entry: TomlTable, limits: dict[str, float]) -> None:
    if not limits["lower"] < limits["upper"]:
        entry.complain("lower", "limits-reversed", lower=limits["lower"], upper=limits["upper"])
    for key in ("velocity", "acceleration"):
        if limits[key] <= 0.0:
            entry.complain(key, "not-positive", value=limits[key])


def _encoder(entry: TomlTable, key: str, *, default: Encoder | None) -> Encoder | None:
    """An encoder written as ``true``, ``false`` or a table with a resolution."""
    value = entry.raw(key)
    if value is None:
        return default
    if isinstance(value, bool):
        return Encoder() if value else None
    inner = entry.table(key)
    if inner is None:
        return default
    resolution = inner.positive("resolution", finite=True)
    inner.finish()
    return Encoder(resolution)


def read_links(entries: list[TomlTable], *, frames: tuple[FloatArray, ...]) -> FloatArray | None:
    """All links' parameters (n, 10) in their modified frames, or None where no link has any.

    ``frames`` (4, 4) are those that the description's numbers are in, seen from the modified ones.
    """
    links = [_link(entry, frame) for entry, frame in zip(entries, frames, strict=True)]
    given = [any(entry.has(key) for key in ("parameters", *_LINK_KEYS)) for entry in entries]
    if not any(given):
        return None
    for entry, has_some in zip(entries, given, strict=True):
        if not has_some:
            entry.complain("mass", "given-for-some-joints", key="mass")
    known = [link for link in links if link is not None]
    return np.array(known) if len(known) == len(entries) else None


def _link(entry: TomlTable, frame: FloatArray) -> FloatArray | None:
    if entry.has("parameters"):
        for key in _LINK_KEYS:
            if entry.raw(key) is not None:
                entry.complain(key, "given-twice", key="parameters")
        bare = entry.array("parameters", shape=(PARAMETERS_PER_LINK,))
        return None if bare is None else inertia.moved(bare, placement=frame)
    if not any(entry.has(key) for key in _LINK_KEYS):
        return None
    return _described_link(entry, frame)


def _described_link(entry: TomlTable, frame: FloatArray) -> FloatArray | None:
    """A link by its mass, centre of mass and inertia about that centre."""
    mass = entry.positive("mass", finite=True, bounds=LINK_MASS)
    center = entry.array("center_of_mass", shape=(3,))
    elements = entry.array("inertia", shape=(6,))
    for key in ("center_of_mass", "inertia"):
        if not entry.has(key):
            entry.complain(key, "missing-key", key=key)
    if center is None or elements is None:
        return None
    tensor = inertia.tensor_of(elements)
    if not inertia.has_positive_moments(tensor):
        entry.complain("inertia", "inertia-not-positive")
    return inertia.moved(inertia.about_origin(mass, center=center, inertia=tensor), placement=frame)


def read_capsules(
    table: TomlTable, entries: list[TomlTable], *, frames: tuple[FloatArray, ...]
) -> tuple[Capsule, ...]:
    """The capsules of the base and of all links.

    ``frames`` (4, 4) are those that the links' numbers are in, seen from the modified ones.
    """
    found = [_capsule(inner, BASE_LINK, np.eye(4)) for inner in table.tables("base_capsules")]
    for link, (entry, frame) in enumerate(zip(entries, frames, strict=True)):
        found += [_capsule(inner, link, frame) for inner in entry.tables("capsules")]
    return tuple(capsule for capsule in found if capsule is not None)


def _capsule(inner: TomlTable, link: int, frame: FloatArray) -> Capsule | None:
    """One capsule; None if one of its ends is wrong or missing."""
    ends = [_end(inner, key, frame) for key in ("start", "end")]
    radius = inner.positive("radius", finite=True, bounds=HEIGHT)
    inner.finish()
    start, end = ends
    return None if start is None or end is None else Capsule(link, start, end, radius)


def _end(inner: TomlTable, key: str, frame: FloatArray) -> tuple[float, float, float] | None:
    if not inner.has(key):
        inner.complain(key, "missing-key", key=key)
    point = inner.array(key, shape=(3,))
    if point is None:
        return None
    x, y, z = frame[:3, :3] @ point + frame[:3, 3]
    return float(x), float(y), float(z)


def read_for_all(entries: list[TomlTable], *, key: str, bounds: Bounds) -> FloatArray | None:
    """A number that must be given for every joint or for none, (n,) or None."""
    if not any(entry.has(key) for entry in entries):
        return None
    for entry in entries:
        if not entry.has(key):
            entry.complain(key, "given-for-some-joints", key=key)
    return np.array(
        [entry.number(key, default=bounds.lower, bounds=bounds) for entry in entries if entry.has(key)]
    )
