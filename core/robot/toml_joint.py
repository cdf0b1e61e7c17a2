"""The joints of Torsion's own robot description: rows, limits, drives, links and their springs."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from core.bounds import HEIGHT, POSITION, Bounds
from core.errors import BadRequest
from core.recording import FloatArray
from core.robot import inertia
from core.robot.link_spring import INCOMPRESSIBLE, Beam, LinkSpring, is_compliance
from core.robot.model import BASE_LINK, PARAMETERS_PER_LINK, UNLIMITED, Capsule, Encoder, Joint, JointKind
from core.robot.modified_dh import Row
from core.robot.placement import from_roll_pitch_yaw, is_rigid
from core.robot.toml_table import TomlTable

LINK_MASS = Bounds("kg", 0.0, 1e6, above=True)
GEAR_RATIO = Bounds("", -1e6, 1e6)
_LINK_KEYS = ("mass", "center_of_mass", "inertia")
_Made = TypeVar("_Made")
_DEFAULT_POISSON = 0.33
_LEAST_SHARE = 1e-9
"""Smallest eigenvalue of a stiffness matrix scaled to ones on its diagonal; below it counts as singular."""


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


def read_joint_stiffness(entries: list[TomlTable]) -> FloatArray | None:
    """(n,) N·m/rad (N/m) of every joint's own spring, or None where no joint has one."""
    if not any(entry.has("stiffness") for entry in entries):
        return None
    for entry in entries:
        if not entry.has("stiffness"):
            entry.complain("stiffness", "given-for-some-joints", key="stiffness")
    return np.array([entry.positive("stiffness", default=1.0, finite=True) for entry in entries])


def read_link_springs(
    table: TomlTable, entries: list[TomlTable], *, frames: tuple[FloatArray, ...]
) -> tuple[LinkSpring, ...]:
    """The springs of the base and of all links.

    ``frames`` (4, 4) are those that the links' numbers are in, seen from the modified ones.
    """
    found = _springs_of(table, BASE_LINK, np.eye(4), prefix="base_")
    for link, (entry, frame) in enumerate(zip(entries, frames, strict=True)):
        found += _springs_of(entry, link, frame, prefix="")
    return tuple(spring for spring in found if spring is not None)


def _springs_of(table: TomlTable, link: int, frame: FloatArray, *, prefix: str) -> list[LinkSpring | None]:
    beams = [_from_beam(inner, link, frame) for inner in table.tables(f"{prefix}beams")]
    return beams + [_given(inner, link, frame) for inner in table.tables(f"{prefix}springs")]


def _from_beam(inner: TomlTable, link: int, frame: FloatArray) -> LinkSpring | None:
    """The springs at the end of one tube; None where the tube is wrong."""
    beam, turn = _beam(inner), _turn(inner)
    inner.finish()
    if beam is None:
        return None
    axes = frame[:3, :3] @ (beam.own_axes if turn is None else turn)
    return _made(inner, lambda: LinkSpring.of_beam(link, beam.placed(frame), axes=axes))


def _made(inner: TomlTable, make: Callable[[], _Made]) -> _Made | None:
    """The result of ``make``; None if the numbers are valid one by one but overflow together."""
    try:
        with np.errstate(all="ignore"):
            return make()
    except BadRequest:
        inner.complain("", "link-spring-out-of-range")
        return None


def _beam(inner: TomlTable) -> Beam | None:
    start, end = (_needed(inner, key, shape=(3,)) for key in ("start", "end"))
    outer = inner.positive("outer_diameter", finite=True)
    hollow = inner.number("inner_diameter", default=0.0)
    modulus = inner.positive("youngs_modulus", finite=True)
    ratio = inner.number("poisson_ratio", default=_DEFAULT_POISSON)
    good = _check_tube(inner, outer=outer, hollow=hollow, ratio=ratio) and modulus > 0.0
    if start is None or end is None:
        return None
    if not np.linalg.norm(end - start) > 0.0:
        inner.complain("end", "beam-without-length")
        return None
    if not good:
        return None
    return _made(inner, lambda: Beam(_point(start), _point(end), outer, hollow, modulus, ratio))


def _check_tube(inner: TomlTable, *, outer: float, hollow: float, ratio: float) -> bool:
    """True if such a tube exists; an ``outer`` of 0 was reported before."""
    fits = 0.0 <= hollow < outer
    if outer > 0.0 and not fits:
        inner.complain("inner_diameter", "beam-diameters", inner=hollow, outer=outer)
    is_material = -1.0 < ratio <= INCOMPRESSIBLE
    if not is_material:
        inner.complain("poisson_ratio", "beam-poisson", value=ratio)
    return fits and is_material


def _given(inner: TomlTable, link: int, frame: FloatArray) -> LinkSpring | None:
    """The springs given by a matrix; None if the matrix or its place is wrong."""
    placement = inner.array("placement", shape=(4, 4))
    if placement is not None and not is_rigid(placement):
        inner.complain("placement", "not-a-placement")
        placement = None
    xyz, turn = inner.array("xyz", shape=(3,)), _turn(inner)
    for key in ("xyz", "rpy", "rpy_deg", "axes"):
        if inner.has("placement") and inner.has(key):
            inner.complain(key, "given-twice", key="placement")
    if placement is None:
        placement = np.eye(4)
        placement[:3, :3] = np.eye(3) if turn is None else turn
        placement[:3, 3] = 0.0 if xyz is None else xyz
    compliance = _compliance(inner)
    inner.finish()
    if compliance is None:
        return None
    return _made(inner, lambda: LinkSpring(link, frame @ placement, compliance))


def _compliance(inner: TomlTable) -> FloatArray | None:
    """Compliance (6, 6) as given, or inverted from a given stiffness; None if wrong."""
    if not (inner.has("compliance") or inner.has("stiffness")):
        inner.complain("compliance", "missing-key", key="compliance")
    if inner.has("compliance") and inner.has("stiffness"):
        inner.complain("stiffness", "given-twice", key="compliance")
    compliance, stiffness = (inner.array(key, shape=(6, 6)) for key in ("compliance", "stiffness"))
    if inner.has("stiffness"):
        found = None if stiffness is None else _inverted(stiffness)
        if stiffness is not None and found is None:
            inner.complain("stiffness", "link-spring-stiffness")
        return found
    if compliance is not None and not is_compliance(compliance):
        inner.complain("compliance", "link-spring-compliance")
        return None
    return compliance


def _inverted(stiffness: FloatArray) -> FloatArray | None:
    """The compliance (6, 6); None if some direction has no stiffness.

    The matrix is first scaled to ones on its diagonal, so that metres and radians count alike.
    """
    if not (is_compliance(stiffness) and np.all(np.diag(stiffness) > 0.0)):
        return None
    size = np.sqrt(np.diag(stiffness))
    scale = np.outer(size, size)
    scaled = 0.5 * (stiffness + stiffness.T) / scale
    if np.linalg.eigvalsh(scaled)[0] < _LEAST_SHARE:
        return None
    inverse = np.linalg.inv(scaled)
    return np.asarray(0.5 * (inverse + inverse.T) / scale)


def _turn(inner: TomlTable) -> FloatArray | None:
    """Directions (3, 3) of the springs from ``rpy``, ``rpy_deg`` or ``axes``; None if none is given."""
    rpy, rpy_deg = inner.array("rpy", shape=(3,)), inner.array("rpy_deg", shape=(3,))
    axes = inner.array("axes", shape=(3, 3))
    given = [key for key in ("axes", "rpy", "rpy_deg") if inner.has(key)]
    for key in given[1:]:
        inner.complain(key, "given-twice", key=given[0])
    if axes is not None and not _is_turn(axes):
        inner.complain("axes", "not-a-turn")
        return None
    if axes is not None:
        return axes
    angles = np.radians(rpy_deg) if rpy_deg is not None else rpy
    return None if angles is None else from_roll_pitch_yaw(np.zeros(3), rpy=angles)[:3, :3]


def _is_turn(axes: FloatArray) -> bool:
    placement = np.eye(4)
    placement[:3, :3] = axes
    return is_rigid(placement)


def _needed(inner: TomlTable, key: str, *, shape: tuple[int, ...]) -> FloatArray | None:
    if not inner.has(key):
        inner.complain(key, "missing-key", key=key)
    return inner.array(key, shape=shape)


def _point(array: FloatArray) -> tuple[float, float, float]:
    x, y, z = array.tolist()
    return float(x), float(y), float(z)
