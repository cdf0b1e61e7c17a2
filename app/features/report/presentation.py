"""The first page of a commissioning in words: outcome, facts, joints and next steps."""

from collections.abc import Iterator, Sequence
from math import isfinite

from app.features.payload.presentation import values
from app.features.report.commissioning import Commissioning
from app.features.report.words import friction_verdict, next_steps, outcome_sentence, tr
from app.features.verification.presentation import passed_cell
from app.presentation import Cell, Column, Line, Presentation, Row, Rows, Table, value_text
from app.speech.dates import stamp_text
from app.speech.units import KILOGRAM
from app.speech.values import PER_CENT, Value
from app.visit.facts import ControllerFacts
from core.quality import Verdict

FACTS, JOINTS, NEXT = "facts", "joints", "next"


def present(done: Commissioning) -> Presentation:
    """The page in words; a good model without a verification has the verdict *repeat*."""
    words = tr("Commissioning report: {base} base parameters and the friction of {joints} joints.")
    is_unverified = done.verification is None and done.verdict is Verdict.GOOD
    steps = (Row(f"next-{place}", "", text) for place, text in enumerate(next_steps(done), start=1))
    return Presentation(
        title=done.name,
        headline=outcome_sentence(done),
        verdict=Verdict.REPEAT if is_unverified else done.verdict,
        sections=(
            Rows(name=FACTS, title=tr("What was commissioned"), rows=tuple(_facts(done))),
            _joints(done),
            Rows(name=NEXT, title=tr("What to do next"), rows=tuple(steps)),
        ),
        circumstances=words.format(base=done.result.base_parameter_count, joints=len(done.result.friction)),
    )


def _facts(done: Commissioning) -> Iterator[Row]:
    """Rows about the arm, the people and the circumstances; unknown facts are named as such."""
    facts, unknown = done.facts, tr("not known")
    yield Row("arm", tr("Arm"), done.name)
    yield Row("serial", tr("Serial number"), ", ".join(facts.serials) or unknown)
    controllers = "; ".join(_controller(one) for one in facts.controllers)
    yield Row("controller", tr("Controller"), controllers or tr("none, from files"))
    yield Row("who", tr("Who"), facts.operator or tr("not named"))
    yield Row("recorded", tr("Recorded"), _span(*facts.recorded) or unknown)
    yield Row("written", tr("Written"), stamp_text(facts.written_at))
    yield Row("software", tr("Software"), _software(facts.software, facts.commit))
    yield Row("mounted", tr("Payload mounted"), _mounted(facts.payload_masses, facts.unweighed))
    yield Row("measured", tr("Payload measured"), _measured(done))
    if facts.file:
        yield Row("visit", tr("Visit"), facts.file)


def _controller(one: ControllerFacts) -> str:
    name = one.model or one.uri
    if one.firmware:
        return tr("{controller}, firmware {version}").format(controller=name, version=one.firmware)
    return tr("{controller}, firmware not reported").format(controller=name)


def _span(first: str, last: str) -> str:
    if not first or stamp_text(first) == stamp_text(last):
        return stamp_text(first) if first else ""
    return tr("{first} to {last}").format(first=stamp_text(first), last=stamp_text(last))


def _software(name: str, commit: str) -> str:
    return tr("{software}, commit {commit}").format(software=name, commit=commit) if commit else name


def _mounted(masses: Sequence[float], unweighed: Sequence[str]) -> str:
    """Stated masses on the flange during the recordings."""
    shown = ", ".join(value_text(Value(mass, KILOGRAM)) if mass else tr("nothing") for mass in masses)
    if not shown:
        return tr("not stated")
    if unweighed:
        words = tr("{masses}; recordings without a stated mass: {count}")
        return words.format(masses=shown, count=len(unweighed))
    return shown


def _measured(done: Commissioning) -> str:
    if done.payload is None:
        return tr("not measured")
    texts = [
        tr("not measurable") if row.verdict is Verdict.NOT_MEASURABLE else value_text(row.value)
        for row in values(done.payload.found).rows
    ]
    if len(set(texts)) == 1:
        return tr("not measurable by these sweeps")
    mass, x, y, z = texts
    return tr("{mass} at x {x}, y {y}, z {z}").format(mass=mass, x=x, y=y, z=z)


def _joints(done: Commissioning) -> Table:
    """Table of the joints: error against its limit, pass or fail, verdicts on friction and gear."""
    columns = (
        Column("joint", tr("joint")),
        Column("error", tr("error"), has_units=True),
        Column("limit", tr("limit"), has_units=True),
        Column("verified", tr("verified")),
        Column("friction", tr("friction")),
        Column("gear", tr("gear")),
    )
    lines = tuple(
        Line(name, (name, *_verified(done, place), friction_verdict(done, place), _gear(done, name)))
        for place, name in enumerate(done.joints)
    )
    return Table(name=JOINTS, title=tr("Joint by joint"), columns=columns, lines=lines)


def _verified(done: Commissioning, place: int) -> tuple[Cell, Cell, Cell]:
    """Cells of a joint's error, its limit, and pass or fail."""
    found = done.verification
    if found is None:
        return "–", "–", tr("not verified")
    limit = found.recordings[0].joints[place].relative_limit
    return (
        Value(float(found.relative_error[place]), PER_CENT),
        Value(limit, PER_CENT) if isfinite(limit) else "–",
        passed_cell(found.joint_passed[place]),
    )


def _gear(done: Commissioning, joint: str) -> Cell:
    found = done.elasticity
    one = None if found is None else next((each for each in found.joints if each.joint == joint), None)
    return tr("not looked at") if one is None else one.judgement.verdict
