"""The payload on the first page of a report: its result, and what was not measured. No Qt."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.errors.text import verdict_text
from app.features.payload import sentences
from app.features.payload.sentences import tr
from app.guide.front_page import arm_lines, outcome_of
from app.presentation import FrontLines, FrontPage, Row
from app.speech.language import listed
from app.speech.units import MILLIMETRE
from app.speech.values import Value, write
from app.speech.words import quantity_word
from core.payload.result import QUANTITIES, PayloadResult
from core.payload.settings import ComplianceSource, GainSource
from core.quality import Verdict
from core.robot.load_envelope import EnvelopeSource

if TYPE_CHECKING:
    from app.features.payload.around import StoredPayload

PAYLOAD = "payload"


def front_lines(stored: "StoredPayload | None") -> FrontLines:
    """The mass with the verdicts, the centre, and whether the arm may carry it."""
    if stored is None:
        return FrontLines(missing=(tr("Payload: mass and centre of what hangs on the flange."),))
    return FrontLines(tuple(_found(stored)), tuple(_missing(stored)))


def _found(stored: "StoredPayload") -> Iterator[Row]:
    found, around = stored.found, stored.around
    words = sentences.headline(found, around.before, is_partial=False)
    yield Row(PAYLOAD, tr("Payload"), words, found.judgement.verdict)
    if centre := _centre(found):
        yield Row(PAYLOAD, "", centre)
    if around.envelope is not None:
        carried, verdict = sentences.envelope(found, around.envelope)
        yield Row(PAYLOAD, "", carried, verdict)
    if around.change is not None:
        yield Row(PAYLOAD, "", sentences.written(around.change))


def _centre(found: PayloadResult) -> str:
    """The centre axis by axis, as far as it was measured; empty if no axis was."""
    axes = zip("xyz", found.estimate.center_of_mass.tolist(), found.estimate.center_of_mass_std.tolist(),
               found.estimate.judgements[1:], strict=True)  # fmt: skip
    known = [f"{axis} {write(Value(value, MILLIMETRE, std)).text}" for axis, value, std, judged in axes
             if value == value and judged.verdict is not Verdict.NOT_MEASURABLE]  # noqa: PLR0124  # fmt: skip
    return tr("Centre of mass from the flange: {places}.").format(places=listed(known)) if known else ""


def _missing(stored: "StoredPayload") -> Iterator[str]:
    found = stored.found
    judged = zip(QUANTITIES, found.estimate.judgements, strict=True)
    lost = [quantity_word(name) for name, one in judged if one.verdict is Verdict.NOT_MEASURABLE]
    if lost:
        yield tr("Of the payload: {quantities}.").format(quantities=listed(lost))
    if found.gains is not None and found.gains.source is GainSource.UNKNOWN:
        yield tr("The drive gains: the scale of the mass is open.")
    if found.compliance_source is ComplianceSource.ASSUMED:
        yield tr("The stiffness of the gears: that of a typical gear was taken.")
    if found.inertia is None:
        yield tr("The payload's moments of inertia: slow sweeps do not show them.")


def front_page(stored: "StoredPayload", *, robot: str, changed: tuple[Row, ...] = ()) -> FrontPage:
    """The first page of a payload's report; ``robot`` is the name that the people at the arm use."""
    found, around = stored.found, stored.around
    lines = front_lines(stored)
    no_diagram = around.envelope is None or around.envelope.source is EnvelopeSource.UNKNOWN
    return FrontPage(
        title=tr("Payload report"),
        robot=robot,
        outcome=outcome_of(found.judgement.verdict),
        meaning=verdict_text(found.judgement.verdict),
        verdict=found.judgement.verdict,
        arm=tuple(arm_lines(robot, (found.serial,) if found.serial else (), recorded=(found.recorded_at,),
                            operator=around.operator, tag=around.tag)),
        found=lines.found,
        act=tuple(sentences.next_steps(found, around.present)),
        changed=changed,
        missing=(*lines.missing, *((tr("What this arm may carry."),) if no_diagram else ())),
    )  # fmt: skip
