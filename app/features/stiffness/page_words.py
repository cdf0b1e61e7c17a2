"""The stiffness of the arm in the window's words: the answer, the joints' bars, the cells, the poses."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

import numpy as np

from app.errors.text import reason_text
from app.features.stiffness.compliance_bars import SPRING, JointBar, Part
from app.speech.conventions import current_conventions
from app.speech.language import listed, told_after, translate
from app.speech.units import (
    DEGREE,
    KILOGRAM,
    MILLIMETRE,
    NEWTON,
    NO_BREAK,
    DisplayUnit,
    number,
    stiffness_unit,
    with_std,
    with_unit,
)
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray
from core.robot.link_spring import LinkSpring
from core.robot.model import BASE_LINK, RobotModel
from core.stiffness.prediction import FlangeLoad
from core.stiffness.result import SPRING_NAMES, ReducedJoint, ReducedStiffness
from core.stiffness.shares import link_shares
from core.stiffness.shift_parts import ShiftParts
from core.stiffness.spring_meaning import SpringMeaning, spring_meaning

MICROMETRE_PER_NEWTON = DisplayUnit("µm/N", 1e6)
NEWTON_PER_MICROMETRE = DisplayUnit("N/µm", 1e-6)
_AXES = SPRING_NAMES
_LAST_SHIFT = 2
_ROUNDING = 1e-12
"""Of the largest of a link; less is no contribution."""
_GEOMETRY_UNITS = ("/m²", "/m", "")
"""By how many of the two springs turn."""


def _tr(text: str) -> str:
    return translate("StiffnessWords", text)


def joint_word(joint_number: int) -> str:
    """A joint by its number, counted from 0."""
    return _tr("Joint {number}").format(number=joint_number + 1)


def link_word(link: int) -> str:
    """A link by its number, counted from 0, or what the arm stands on."""
    return _tr("Base") if link == BASE_LINK else _tr("Link {number}").format(number=link + 1)


def load_words(load: FlangeLoad | FloatArray) -> str:
    """A load as the subject of a sentence."""
    if isinstance(load, FlangeLoad):
        return with_unit(load.mass, KILOGRAM)
    return with_unit(float((load**2).sum()) ** 0.5, NEWTON)


def shift_text(parts: ShiftParts) -> str:
    """How far the tool goes, with ±."""
    moved = with_std(parts.whole * MILLIMETRE.per_si, parts.std * MILLIMETRE.per_si, digits=1)
    return f"{moved}{NO_BREAK}{MILLIMETRE.symbol}"


def parts_text(parts: ShiftParts, *, has_links: bool) -> str:
    """Where it is from, and what joints alone tell of it, line by line."""
    if not has_links:
        return _tr("All of it by the gears. How the links give is not known.")
    shown = shift_text(parts).partition(" ")[0]
    decimals = len(shown.partition(current_conventions().decimal)[2])
    gears, links, reduced = (
        number(value * MILLIMETRE.per_si, decimals=decimals)
        for value in (parts.gears, parts.links, parts.reduced)
    )
    words = _tr("{gears} mm gears\n{links} mm links\nJoints that stand for links: {reduced} mm")
    return words.format(gears=gears, links=links, reduced=reduced).replace(" mm", f"{NO_BREAK}mm")


def doubts(judgement: Judgement) -> str:
    """What stands against it, in sentences."""
    return told_after(*(reason_text(reason) for reason in judgement.reasons))


def pose_words(robot: RobotModel, pose: FloatArray) -> str:
    """Joint positions as they are typed: degrees, and mm of slides."""
    return " ".join(
        number(float(value) * (MILLIMETRE if slides else DEGREE).per_si, decimals=1)
        for value, slides in zip(pose, robot.is_prismatic, strict=True)
    )


def joint_bars(found: ReducedStiffness) -> tuple[JointBar, ...]:
    """Every joint as a bar with its numbers and its sentence."""
    shares = link_shares(found)
    return tuple(_bar(found, joint, shares[:, joint.number]) for joint in found.joints)


def stiffness_text(joint: ReducedJoint) -> str:
    """The reduced stiffness with its ± and unit."""
    if not isfinite(joint.stiffness):
        return "–"
    unit = stiffness_unit(joint.stiffness, slides=joint.is_prismatic)
    shown = with_std(joint.stiffness * unit.per_si, joint.stiffness_std * unit.per_si)
    return f"{shown}{NO_BREAK}{unit.symbol}"


def all_reasons(found: ReducedStiffness) -> Judgement:
    """What stands against the joints and the whole, each once, joints by their numbers."""
    reasons = [*(r for joint in found.joints for r in joint.judgement.reasons), *found.judgement.reasons]
    numbered = [_numbered(reason, found) for reason in reasons]
    once = {(reason.code, repr(reason.facts)): reason for reason in numbered}
    return Judgement(found.judgement.verdict, tuple(once.values()))


def arm_sentence(found: ReducedStiffness) -> str:
    """Below the title: what joints alone leave, and whether any joint is not told."""
    untold = [joint for joint in found.joints if joint.judgement.verdict is Verdict.NOT_MEASURABLE]
    error = found.error
    if isfinite(error.mean) and error.mean_deflection > 0.0:
        said = _tr(
            "The joints stand for the links too. On average that leaves {mean} of {whole} mm under {force} N."
        ).format(mean=_mm(error.mean), whole=_mm(error.mean_deflection), force=number(error.force))
    else:
        said = _tr("The joints stand for the links too.")
    if not untold:
        return said
    names = listed(joint_word(joint.number) for joint in untold)
    return f"{said} " + _tr("{joints}: not measurable with this tool point.").format(joints=names)


def cell_words(
    found: ReducedStiffness, springs: Sequence[LinkSpring], *, names: tuple[int, int], link: int, joint: int
) -> str:
    """What one pair of springs gives, by its two ``names``; ``link`` counts the sets of springs."""
    one = found.contributions[link]
    row, column = names
    twice = 1.0 if row == column else 2.0
    geometry = twice * float(one.coefficient[joint, row, column])
    share = twice * float(one.compliance[joint, row, column]) / float(found.joints[joint].compliance)
    facts = {
        "what": _spring_words(springs[link] if link < len(springs) else None, row, column),
        "link": link_word(one.link),
        "joint": joint + 1,
        "share": _percent(abs(share)),
        "geometry": f"{number(geometry, digits=2)}{_geometry_unit(row, column)}",
        "pair": f"k{_AXES[row]}{_AXES[column]}",
    }
    if abs(geometry) <= _ROUNDING * float(np.abs(one.coefficient).max()):
        return _tr("{link}, {what}: gives nothing to joint {joint}.").format(**facts)
    words = _tr("{link}, {what}: gives {share} of what joint {joint} gives.")
    if share < 0.0:
        words = _tr("{link}, {what}: takes {share} away from what joint {joint} gives.")
    return words.format(**facts) + " " + _tr("Geometry alone: {geometry} times {pair}.").format(**facts)


def compliance_texts(size: float) -> tuple[str, str, str]:
    """How far 1 N moves the tool one way (m/N) with its unit, and how much force a micrometre takes."""
    unit, back = MICROMETRE_PER_NEWTON, NEWTON_PER_MICROMETRE
    moved = number(size * unit.per_si)
    if size <= 0.0:
        return moved, unit.symbol, "–"
    return moved, unit.symbol, f"{number(back.per_si / size)}{NO_BREAK}{back.symbol}"


def _bar(found: ReducedStiffness, joint: ReducedJoint, shares: FloatArray) -> JointBar:
    own = 1.0 / joint.factor if joint.factor else float("nan")
    parts = [Part(SPRING, _tr("own spring"), own)] if isfinite(own) and own > 0.0 else []
    parts += [
        Part(one.link, link_word(one.link), float(share))
        for one, share in zip(found.contributions, shares, strict=True)
        if isfinite(share)
    ]
    if len(parts) == 1 and own < 1.0:  # measured as a whole: nobody knows which link
        parts.append(Part(BASE_LINK, _tr("links together"), 1.0 - own))
    words = f"{joint_word(joint.number)}: {stiffness_text(joint)}. " + listed(
        f"{part.name} {_percent(part.share)}" for part in parts
    )
    said = told_after(*(reason_text(_numbered(one, found)) for one in joint.judgement.reasons))
    return JointBar(
        joint_word(joint.number),
        joint.judgement.verdict,
        tuple(parts),
        stiffness_text(joint),
        _remark(joint),
        f"{words}. {said}".strip(),
    )


def _remark(joint: ReducedJoint) -> str:
    if not isfinite(joint.spring):
        return _tr("own spring not known")
    unit = stiffness_unit(joint.stiffness, slides=joint.is_prismatic)
    own = number(joint.spring * unit.per_si)
    if joint.is_held:
        return _tr("held at its own spring")
    return _tr("own {own}, factor {factor}").format(own=own, factor=number(joint.factor))


def _spring_words(spring: LinkSpring | None, row: int, column: int) -> str:
    if row != column:
        first, second = (_axis_words(spring, one) for one in (row, column))
        return _tr("{first} together with {second}").format(first=first, second=second)
    return _axis_words(spring, row)


def _axis_words(spring: LinkSpring | None, one: int) -> str:
    axis = "xyz"[one % 3]
    meaning = spring_meaning(spring, one) if spring is not None else None
    if meaning is None:
        meaning = SpringMeaning.TURN if one > _LAST_SHIFT else SpringMeaning.SHIFT  # turns come second
    words = {
        SpringMeaning.STRETCH: _tr("stretching along its {axis}"),
        SpringMeaning.SAG: _tr("sagging along its {axis}"),
        SpringMeaning.TWIST: _tr("twisting about its {axis}"),
        SpringMeaning.BEND: _tr("bending about its {axis}"),
        SpringMeaning.SHIFT: _tr("giving along its {axis}"),
        SpringMeaning.TURN: _tr("turning about its {axis}"),
    }
    return words[meaning].format(axis=axis)


def _numbered(reason: Reason, found: ReducedStiffness) -> Reason:
    """The reason with joints' numbers in place of their names."""
    numbers = {joint.joint: joint.number + 1 for joint in found.joints}
    facts = dict(reason.facts)
    name, names = facts.get("joint"), facts.get("joints")
    if isinstance(name, str) and name in numbers:
        facts["joint"] = numbers[name]
    if isinstance(names, tuple):
        known = [numbers.get(one) if isinstance(one, str) else None for one in names]
        facts["joints"] = tuple(
            str(one) if number is None else joint_word(number - 1)
            for one, number in zip(names, known, strict=True)
        )
    return replace(reason, facts=facts)


def _geometry_unit(row: int, column: int) -> str:
    return _GEOMETRY_UNITS[(row > _LAST_SHIFT) + (column > _LAST_SHIFT)]


def _percent(share: float) -> str:
    return f"{number(100.0 * share, digits=2)}{NO_BREAK}%"


def _mm(value: float) -> str:
    return number(value * MILLIMETRE.per_si, digits=2)
