"""The first page of a commissioning report: the outcome, five lines and the joints. No Qt."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import isfinite

from app.features.friction.presentation import front_lines as of_friction
from app.features.report.commissioning import Commissioning
from app.features.report.words import friction_verdict, next_steps, outcome_sentence
from app.features.verification.presentation import model_sentence, verified_verdict
from app.guide.feature import sections
from app.guide.front_page import arm_lines
from app.presentation import Cell, Column, FrontLines, FrontPage, Line, Row, Table
from app.speech.dates import stamp_text
from app.speech.language import joined_sentences, listed, tr
from app.speech.units import percent, share
from app.speech.words import Glyph, verdict_word
from app.visit.report_facts import ControllerFacts
from core.catalogue.arm_state import Subject, subject_of
from core.quality import Verdict, Word, word_of

JOINTS, MODEL = "joints", "model"
_IN_STATE = {"friction": Subject.FRICTION, "elasticity": Subject.GEARS}
"""Subjects whose word depends on what is usual for the arm."""
_ORDER = ("payload", "friction", "elasticity")
"""Subjects in the order in which they are asked for; the others follow."""


def front_page(done: Commissioning) -> FrontPage:
    """The page in words; a good model without a verification has the verdict *repeat*."""
    is_unverified = done.verification is None and done.verdict is Verdict.GOOD
    told = _subjects(done)
    in_care = any(row.word is Word.NEEDS_CARE for lines in told.values() for row in lines.found)
    verdict = Verdict.REPEAT if is_unverified else done.verdict
    return FrontPage(
        title=tr("Commissioning report"),
        robot=done.name,
        outcome=verdict_word(Word.NEEDS_CARE if in_care else word_of(verdict)),
        meaning=outcome_sentence(done),
        verdict=verdict,
        arm=tuple(_arm(done)),
        found=(_model(done), *(row for one in told.values() for row in one.found)),
        act=tuple(next_steps(done)),
        changed=done.changes(),
        missing=tuple(_missing(done, told)),
        table=_joints(done),
        sign=Glyph.WARNING if in_care else None,
        needs_care=in_care,
    )


def _subjects(done: Commissioning) -> Mapping[str, FrontLines]:
    """Lines of every subject by its key, in their order."""
    told = {"friction": of_friction(done.friction)}
    told |= {section.key: section.front(done.found.get(section.key)) for section in sections()}
    in_care = {subject_of(one) for one in done.care}
    for key, subject in _IN_STATE.items():
        if key in told and subject in in_care:
            rows = tuple(replace(row, needs_care=True) for row in told[key].found)
            told[key] = replace(told[key], found=rows)
    first = {key: told[key] for key in _ORDER if key in told}
    return first | told


def _arm(done: Commissioning) -> Iterator[str]:
    facts = done.facts
    yield from arm_lines(
        done.name, facts.serials, recorded=facts.recorded, operator=facts.operator, tag=facts.tag
    )
    controllers = "; ".join(_controller(one) for one in facts.controllers)
    words = tr("Controller: {controller}. Report of {moment}.")
    if not controllers:
        words = tr("No controller: the recordings came from files. Report of {moment}.")
    yield words.format(controller=controllers, moment=stamp_text(facts.written_at))


def _controller(one: ControllerFacts) -> str:
    name = one.model or one.uri
    if one.firmware:
        return tr("{controller}, firmware {version}").format(controller=name, version=one.firmware)
    return tr("{controller}, firmware not reported").format(controller=name)


def _model(done: Commissioning) -> Row:
    """Row on the model of the arm: its size and its accuracy."""
    words = tr("{base} base parameters and the friction of {joints} joints.")
    size = words.format(base=done.result.base_parameter_count, joints=len(done.result.friction))
    worth = _worth(done) if done.verification is None else model_sentence(done.verification)
    return Row(MODEL, tr("Model"), joined_sentences(size, worth), done.verdict)


def _worth(done: Commissioning) -> str:
    """Error on recordings that were kept back; empty without one."""
    kept = [one.total_relative_error for one in done.result.validation if not one.used_in_fit]
    if not kept:
        return ""
    words = tr("On motion that was kept back it misses {error} of the torque.")
    return words.format(error=percent(max(kept)))


def _missing(done: Commissioning, told: Mapping[str, FrontLines]) -> Iterator[str]:
    if done.verification is None:
        yield tr("Verification: the model on motion that it had not seen.")
    else:
        names = zip(done.verification.joints, done.verification.joint_passed, strict=True)
        if hardly := listed(name for name, passed in names if passed is None):
            yield tr("Verification of {joints}: they hardly moved.").format(joints=hardly)
    yield from (one for lines in told.values() for one in lines.missing)


def _joints(done: Commissioning) -> Table:
    """Table of the joints: error against its limit, verdicts on model, friction and gear."""
    columns = (
        Column("joint", tr("joint")),
        Column("error", tr("error"), has_units=True),
        Column("limit", tr("limit"), has_units=True),
        Column("verified", tr("model")),
        Column("friction", tr("friction")),
        Column("gear", tr("gear")),
    )
    lines = tuple(
        Line(name, (name, *_verified(done, place), friction_verdict(done, place), _gear(done, name)))
        for place, name in enumerate(done.joints)
    )
    return Table(name=JOINTS, title=tr("Joint by joint"), columns=columns, lines=lines)


def _verified(done: Commissioning, place: int) -> tuple[Cell, Cell, Cell]:
    """Cells of a joint's error, its limit, and the verdict on them."""
    found = done.verification
    if found is None:
        return "–", "–", Verdict.NOT_MEASURABLE
    limit = found.recordings[0].joints[place].relative_limit
    return (
        share(float(found.relative_error[place])),
        share(limit) if isfinite(limit) else "–",
        verified_verdict(found.joint_passed[place]),
    )


def _gear(done: Commissioning, joint: str) -> Cell:
    found = done.elasticity
    one = None if found is None else next((each for each in found.joints if each.joint == joint), None)
    return Verdict.NOT_MEASURABLE if one is None else one.judgement.verdict
