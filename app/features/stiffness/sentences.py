"""Sentences about the stiffness of an arm: headline, loads, springs of links. No Qt."""

from collections.abc import Sequence
from math import isfinite

import numpy as np

from app.speech.language import joined_sentences, listed, tr
from app.speech.units import DEGREE, KILOGRAM, MILLIMETRE, NEWTON, NO_BREAK, Value, number, write
from core.quality import Verdict
from core.recording import FloatArray
from core.robot.link_spring import LinkSpring
from core.robot.model import BASE_LINK, RobotModel
from core.stiffness.prediction import FlangeLoad
from core.stiffness.result import SPRING_NAMES, ReducedStiffness, Route, SpringSource
from core.stiffness.spring_shares import SpringMeaning, spring_meaning

_LAST_SHIFT = 2
_ROUNDING = 1e-12
"""Share of the largest coefficient of a link below which a contribution is rounding."""
_GEOMETRY_UNITS = ("/m²", "/m", "")
"""Units of a coefficient, by the number of its two springs that turn (0, 1 or 2)."""


def link_word(link: int) -> str:
    """Name of a link by its number, counted from 0, or of the base of the arm."""
    return tr("Base") if link == BASE_LINK else tr("Link {number}").format(number=link + 1)


def route_word(route: Route) -> str:
    """Route of a reduced stiffness in words."""
    return {
        Route.ALGEBRA: tr("reckoned from the springs of joints and links"),
        Route.EXPERIMENT: tr("measured under known loads"),
    }[route]


def source_word(source: SpringSource) -> str:
    """Source of the joints' own springs in words."""
    return {
        SpringSource.DESCRIPTION: tr("the robot description"),
        SpringSource.TWIST: tr("the twist that both encoders showed"),
        SpringSource.GIVEN: tr("numbers that were given"),
        SpringSource.UNKNOWN: tr("not known"),
    }[source]


def headline(found: ReducedStiffness) -> str:
    """Headline: number of known joints, the shift that joints alone leave, and the unknown joints."""
    unknown = [joint.joint for joint in found.joints if joint.judgement.verdict is Verdict.NOT_MEASURABLE]
    words = tr("Stiffness of {robot}, {route}: {known} of {joints} joints are known.")
    count = len(found.joints)
    what = words.format(
        robot=found.robot, route=route_word(found.route), known=count - len(unknown), joints=count
    )
    names = listed(unknown)
    not_seen = tr("{joints}: not measurable with this tool point.").format(joints=names) if unknown else ""
    return joined_sentences(what, _left(found), not_seen)


def _left(found: ReducedStiffness) -> str:
    error = found.error
    if not isfinite(error.mean) or error.mean_deflection <= 0.0:
        return tr("The joints stand for the links too.")
    words = tr(
        "The joints stand for the links too. On average that leaves {mean} of {whole} mm under {force} N."
    )
    mean, whole = (
        number(value * MILLIMETRE.per_si, digits=2) for value in (error.mean, error.mean_deflection)
    )
    return words.format(mean=mean, whole=whole, force=number(error.force))


def load_word(load: FlangeLoad | FloatArray) -> str:
    """Load as the subject of a sentence: its mass, or the size of the force."""
    if isinstance(load, FlangeLoad):
        return write(Value(load.mass, KILOGRAM)).text
    return write(Value(float(np.linalg.norm(load)), NEWTON)).text


def load_place(load: FlangeLoad | FloatArray) -> str:
    """Load with the place of its mass, or with the components of the force."""
    if isinstance(load, FlangeLoad):
        at = triple(np.array(load.center) * MILLIMETRE.per_si)
        return tr("{load} at {place} mm in the flange frame").format(load=load_word(load), place=at)
    return tr("a force of {force} N in the base frame").format(force=triple(load))


def triple(values: FloatArray, *, decimals: int | None = None) -> str:
    """Three numbers in one cell, with semicolons, as a decimal sign may be a comma."""
    return "; ".join(number(float(value) + 0.0, decimals=decimals) for value in values)


def pose_text(robot: RobotModel, pose: FloatArray) -> str:
    """Joint positions as they are typed: in degrees, and in mm where a joint slides."""
    return " ".join(
        number(float(value) * (MILLIMETRE if slides else DEGREE).per_si, decimals=1)
        for value, slides in zip(pose, robot.is_prismatic, strict=True)
    )


def share_text(share: float) -> str:
    """Share in percent with two digits."""
    return f"{number(100.0 * share, digits=2)}{NO_BREAK}%"


def cell_words(
    found: ReducedStiffness, springs: Sequence[LinkSpring], *, names: tuple[int, int], link: int, joint: int
) -> str:
    """Share of one pair of springs in one joint, in a sentence.

    ``names`` are the places of the two springs in the link's matrix; ``link`` counts the sets of springs.
    """
    one, name = found.contributions[link], found.joints[joint].joint
    row, column = names
    # the matrix of a link is symmetric: a pair of two springs is in it twice
    twice = 1.0 if row == column else 2.0
    geometry = twice * float(one.coefficient[joint, row, column])
    share = twice * float(one.compliance[joint, row, column]) / float(found.joints[joint].compliance)
    facts = {
        "what": _spring_words(springs[link] if link < len(springs) else None, row, column),
        "link": link_word(one.link),
        "joint": name,
        "share": share_text(abs(share)),
        "geometry": f"{number(geometry, digits=2)}{_geometry_unit(row, column)}",
        "pair": f"k{SPRING_NAMES[row]}{SPRING_NAMES[column]}",
    }
    if abs(geometry) <= _ROUNDING * float(np.abs(one.coefficient).max()):
        return tr("{link}, {what}: gives nothing to {joint}.").format(**facts)
    words = tr("{link}, {what}: gives {share} of what {joint} gives.")
    if share < 0.0:
        words = tr("{link}, {what}: takes {share} away from what {joint} gives.")
    geometry_words = tr("Geometry alone: {geometry} times {pair}.")
    return joined_sentences(words.format(**facts), geometry_words.format(**facts))


def _spring_words(spring: LinkSpring | None, row: int, column: int) -> str:
    if row != column:
        first, second = (_axis_words(spring, one) for one in (row, column))
        return tr("{first} together with {second}").format(first=first, second=second)
    return _axis_words(spring, row)


def _axis_words(spring: LinkSpring | None, one: int) -> str:
    axis = "xyz"[one % 3]
    meaning = spring_meaning(spring, one) if spring is not None else None
    if meaning is None:
        meaning = SpringMeaning.TURN if one > _LAST_SHIFT else SpringMeaning.SHIFT  # turns come second
    words = {
        SpringMeaning.STRETCH: tr("stretching along its {axis}"),
        SpringMeaning.SAG: tr("sagging along its {axis}"),
        SpringMeaning.TWIST: tr("twisting about its {axis}"),
        SpringMeaning.BEND: tr("bending about its {axis}"),
        SpringMeaning.SHIFT: tr("giving along its {axis}"),
        SpringMeaning.TURN: tr("turning about its {axis}"),
    }
    return words[meaning].format(axis=axis)


def _geometry_unit(row: int, column: int) -> str:
    return _GEOMETRY_UNITS[(row > _LAST_SHIFT) + (column > _LAST_SHIFT)]
