"""The first page of a commissioning: how it ended, for which arm, joint by joint, and what to do next."""

from collections.abc import Iterator, Sequence
from math import isfinite, isnan

from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from app.errors.text import verdict_text
from app.features.payload.presentation import values
from app.features.report.commissioning import Commissioning
from app.features.report.words import friction_verdict, next_steps, outcome_sentence, outcome_word
from app.paper.fonts import BOLD
from app.paper.speech import tr
from app.paper.style import (
    BODY,
    CARD_RADIUS,
    CELL,
    CONTENT_WIDTH,
    GRID,
    HAIRLINE,
    HEADING,
    MUTED,
    TITLE_SIZE,
    VERDICT_COLOURS,
    WINDOW,
    paragraph,
    percent_text,
)
from app.paper.tables import GLYPH_SIZE, Cell, quiet_table, verdict_word
from app.paper.verdict_card import verdict_glyph
from app.presentation import value_text
from app.speech.dates import stamp_text
from app.visit.facts import ControllerFacts
from core.quality import Verdict

_TITLE = BODY.clone("cover title", fontName=BOLD, fontSize=TITLE_SIZE, leading=24)
_SUBTITLE = BODY.clone("cover subtitle", textColor=MUTED, spaceAfter=6)
_OUTCOME = BODY.clone("outcome", fontName=BOLD, fontSize=TITLE_SIZE, leading=23, spaceAfter=2)
_LABEL = CELL.clone("fact", textColor=MUTED)
_GLYPH = 34.0
_LABEL_WIDTH = 74.0
_JOINT_WIDTHS = (0.0, 62.0, 46.0, 12.0, 56.0, 12.0, 78.0, 12.0, 78.0)
_AT_LEFT = (0, 4, 6, 8)


def cover(done: Commissioning) -> Iterator[Flowable]:
    """The page: title, facts, outcome, joints, next steps."""
    yield paragraph(done.name, _TITLE)
    yield paragraph(_subtitle(done), _SUBTITLE)
    yield _outcome_card(done)
    yield Spacer(1, GRID)
    yield _facts(done)
    yield paragraph(tr("Joint by joint"), HEADING)
    yield _joints(done)
    yield paragraph(tr("What to do next"), HEADING)
    for sentence in next_steps(done):
        yield paragraph(f"· {sentence}")


def _subtitle(done: Commissioning) -> str:
    words = tr("Commissioning report: {base} base parameters and the friction of {joints} joints.")
    return words.format(base=done.result.base_parameter_count, joints=len(done.result.friction))


def _outcome_card(done: Commissioning) -> Table:
    """The outcome large, with its shape and colour, and what it means."""
    shown = Verdict.REPEAT if done.verification is None and done.verdict is Verdict.GOOD else done.verdict
    words: list[Flowable] = [
        paragraph(outcome_word(done), _OUTCOME),
        paragraph(outcome_sentence(done)),
        paragraph(
            tr("The model itself: {verdict}").format(verdict=verdict_text(done.result.judgement.verdict))
        ),
    ]
    if done.verification is not None:
        worth = verdict_text(done.verification.judgement.verdict)
        words.append(paragraph(tr("Its verification: {verdict}").format(verdict=worth)))
    card = Table(
        [["", verdict_glyph(shown, size=_GLYPH), words]],
        colWidths=[6, _GLYPH + 22, CONTENT_WIDTH - _GLYPH - 28],
    )
    card.setStyle(
        TableStyle(
            [
                ("BACKGROUND", (0, 0), (0, 0), VERDICT_COLOURS[shown]),
                ("BACKGROUND", (1, 0), (-1, -1), WINDOW),
                ("BOX", (0, 0), (-1, -1), 0.6, HAIRLINE),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("TOPPADDING", (0, 0), (-1, -1), 8),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 9),
                ("LEFTPADDING", (1, 0), (1, 0), 11),
                ("ROUNDEDCORNERS", [CARD_RADIUS] * 4),
            ]
        )
    )
    return card


def _facts(done: Commissioning) -> Table:
    """Two columns of who, when, with what; what nobody knows is said."""
    facts = list(report_facts(done))
    half = (len(facts) + 1) // 2
    rows = []
    for place in range(half):
        row: list[Flowable | str] = []
        for label, value in (facts[place], facts[half + place] if half + place < len(facts) else ("", "")):
            row += [paragraph(label, _LABEL), paragraph(value, CELL)]
        rows.append(row)
    width = CONTENT_WIDTH / 2 - _LABEL_WIDTH
    table = Table(rows, colWidths=[_LABEL_WIDTH, width] * 2, hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LINEBELOW", (0, 0), (-1, -1), 0.4, HAIRLINE),
                ("TOPPADDING", (0, 0), (-1, -1), 1.6),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
                ("LEFTPADDING", (0, 0), (-1, -1), 3),
                ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ]
        )
    )
    return table


def report_facts(done: Commissioning) -> Iterator[tuple[str, str]]:
    """What is told of the visit, each with its label."""
    facts = done.facts
    unknown = tr("not known")
    yield tr("Arm"), done.name
    yield tr("Serial number"), ", ".join(facts.serials) or unknown
    yield tr("Controller"), "; ".join(_controller(one) for one in facts.controllers) or tr("none, from files")
    yield tr("Who"), facts.operator or tr("nobody was named")
    yield tr("Recorded"), _span(*facts.recorded) or unknown
    yield tr("Written"), stamp_text(facts.written_at)
    yield tr("Software"), _software(facts.software, facts.commit)
    yield tr("Payload mounted"), _mounted(facts.payload_masses, facts.unweighed)
    yield tr("Payload measured"), _measured(done)
    if facts.file:
        yield tr("Visit"), facts.file


def _controller(one: ControllerFacts) -> str:
    name = one.model or one.uri
    if one.firmware:
        return tr("{controller}, firmware {version}").format(controller=name, version=one.firmware)
    return tr("{controller}, firmware not told").format(controller=name)


def _span(first: str, last: str) -> str:
    if not first or stamp_text(first) == stamp_text(last):
        return stamp_text(first) if first else ""
    return tr("{first} to {last}").format(first=stamp_text(first), last=stamp_text(last))


def _software(name: str, commit: str) -> str:
    return tr("{software}, commit {commit}").format(software=name, commit=commit) if commit else name


def _mounted(masses: Sequence[float], unweighed: Sequence[str]) -> str:
    """What hung there while it was recorded, as somebody said."""
    shown = ", ".join(
        tr("{mass} kg").format(mass=f"{mass:.3g}") if mass else tr("nothing") for mass in masses
    )
    if not shown:
        return tr("nobody said")
    if unweighed:
        return tr("{masses}; recordings of which nobody said: {count}").format(
            masses=shown, count=len(unweighed)
        )
    return shown


def _measured(done: Commissioning) -> str:
    if done.payload is None:
        return tr("not measured")
    rows = values(done.payload.found).rows
    told = [
        tr("not measurable") if row.verdict is Verdict.NOT_MEASURABLE else value_text(row.value)
        for row in rows
    ]
    mass, x, y, z = told
    if len(set(told)) == 1:
        return tr("not measurable by these sweeps")
    return tr("{mass} at x {x}, y {y}, z {z}").format(mass=mass, x=x, y=y, z=z)


def _joints(done: Commissioning) -> Table:
    """Each joint: verified against its limit, pass or fail; what its friction and its gear are worth."""
    head = (
        tr("joint"), tr("error"), tr("limit"), "", tr("verified"), "", tr("friction"), "", tr("gear"),
    )  # fmt: skip
    rows = [_joint(done, number) for number in range(len(done.joints))]
    widths = [width or CONTENT_WIDTH - sum(_JOINT_WIDTHS) for width in _JOINT_WIDTHS]
    table = quiet_table(head, rows, widths=widths)
    table.setStyle(TableStyle([("ALIGN", (column, 0), (column, -1), "LEFT") for column in _AT_LEFT]))
    return table


def _joint(done: Commissioning, number: int) -> Sequence[Cell]:
    friction = friction_verdict(done, number)
    return (
        paragraph(done.joints[number], CELL),
        *_verified(done, number),
        verdict_glyph(friction, size=GLYPH_SIZE),
        verdict_word(friction),
        *_gear(done, done.joints[number]),
    )


def _verified(done: Commissioning, number: int) -> Sequence[Cell]:
    """Error, limit, shape and word."""
    found = done.verification
    if found is None:
        return ("–", "–", "", tr("not verified"))
    error = float(found.relative_error[number])
    limit = found.recordings[0].joints[number].relative_limit
    passed = found.joint_passed[number]
    shape = {True: Verdict.GOOD, False: Verdict.NOT_MEASURABLE}
    return (
        "–" if isnan(error) else percent_text(error),
        percent_text(limit) if isfinite(limit) else "–",
        "" if passed is None else verdict_glyph(shape[passed], size=GLYPH_SIZE),
        tr({True: "pass", False: "fail", None: "not judged"}[passed]),
    )


def _gear(done: Commissioning, joint: str) -> Sequence[Cell]:
    found = done.elasticity
    one = None if found is None else next((each for each in found.joints if each.joint == joint), None)
    if one is None:
        return ("", tr("not looked at"))
    verdict = one.judgement.verdict
    return (verdict_glyph(verdict, size=GLYPH_SIZE), verdict_word(verdict))
