"""Drive gains as people read them: each beside the description's; for pages and reports. No Qt."""

from collections.abc import Mapping
from math import isfinite, nan
from typing import TYPE_CHECKING

from app.errors.text import mark_text, reason_rows, reason_text
from app.guide.feature import ContentLine, ReportSection
from app.presentation import BASIS, Column, Line, Presentation, Row, Rows, Table
from app.speech.language import listed, tr, translate
from app.speech.units import AMPERE, KILOGRAM, MILLIMETRE, PER_CENT, DisplayUnit, Value, expanded, percent
from app.speech.words import verdict_word
from core.identification.gains.result import DriveGains, GainScatter, PairPayload
from core.quality import Verdict
from core.workflow import Product

if TYPE_CHECKING:
    from app.presentation import FrontLines, Presentation
    from app.visit.summaries import VisitSummary
    from core.identification.gains.result import DriveGains
    from core.identification.result import IdentificationResult
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


GAINS, PAYLOADS = "gains", "payloads"
_GAIN = DisplayUnit("N·m/A", 1.0)


def present_gains(found: DriveGains) -> Presentation:
    """Presentation of drive gains."""
    judged = [("", found.judgement), *zip(found.joint_names, found.joints, strict=True)]
    return Presentation(
        title=tr("Drive gains of {robot}").format(robot=found.provenance.robot),
        headline=gains_headline(found),
        verdict=found.judgement.verdict,
        sections=(_gains(found), _payloads(found), _basis(found), reason_rows(judged)),
        mark=mark_text(found.provenance.shown_mark),
    )


def gains_headline(found: DriveGains) -> str:
    """Headline of the drive gains: the number of known gains and their largest relative uncertainty."""
    count, unknown = len(found.joint_names), len(found.unknown_joints)
    known = [
        float(std / gain)
        for gain, std in zip(found.drive_gain.tolist(), found.std.tolist(), strict=True)
        if isfinite(gain)
    ]
    if not known:
        return tr("These runs determine no drive gain.")
    if unknown:
        words = tr("The gains of {known} of {count} joints are known within {worst}.")
        return words.format(known=count - unknown, count=count, worst=percent(max(known)))
    return tr("The gains of all {count} joints are known within {worst}.").format(
        count=count, worst=percent(max(known))
    )


def _gains(found: DriveGains) -> Table:
    columns = (
        Column("joint", tr("joint")),
        Column("gain", tr("found"), _GAIN),
        Column("relative", tr("±"), PER_CENT),
        Column("described", tr("maker's"), _GAIN),
        Column("ratio", tr("of the maker's"), PER_CENT),
        Column("verdict", tr("verdict")),
    )
    lines = tuple(_gain(found, joint) for joint in range(len(found.joint_names)))
    return Table(name=GAINS, title=tr("Drive gains"), columns=columns, lines=lines)


def _gain(found: DriveGains, joint: int) -> Line:
    gain, std = float(found.drive_gain[joint]), float(found.std[joint])
    described = nan if found.described_gain is None else float(found.described_gain[joint])
    return Line(
        found.joint_names[joint],
        (
            found.joint_names[joint],
            Value(gain, _GAIN, std),
            Value(expanded(std) / gain, PER_CENT, digits=2),
            Value(described, _GAIN),
            Value(gain / described, PER_CENT, decimals=1),
            verdict_word(found.joints[joint].verdict),
        ),
    )


def _payloads(found: DriveGains) -> Table:
    columns = (
        Column("without", tr("run without the mass")),
        Column("with", tr("run with the mass")),
        Column("mass", tr("mass"), KILOGRAM),
        *(Column(axis, axis, MILLIMETRE, is_name=True) for axis in "xyz"),
    )
    lines = tuple(_payload(one) for one in found.payloads)
    return Table(
        name=PAYLOADS,
        title=tr("The mass on the flange"),
        columns=columns,
        lines=lines,
        note=tr("The mass is as weighed; its centre x, y, z from the flange was found with the gains."),
    )


def _payload(one: PairPayload) -> Line:
    pairs = zip(one.center_of_mass.tolist(), one.center_of_mass_std.tolist(), strict=True)
    centre = (Value(value, MILLIMETRE, std) for value, std in pairs)
    return Line(one.loaded, (one.unloaded, one.loaded, Value(one.mass, KILOGRAM), *centre))


def _basis(found: DriveGains) -> Rows:
    scatter = {
        GainScatter.PAIRS: tr(
            "The ± are from the scatter between pairs of runs and blocks of time, and from what other "
            "friction models find in the same runs."
        ),
        GainScatter.BLOCKS: tr(
            "The ± are from the scatter between blocks of time, and from what other friction models find "
            "in the same runs."
        ),
    }[found.scatter]
    left = Value(float(found.residual_std.max()), AMPERE)
    rows = (
        Row("scatter", "", scatter),
        Row("recordings", tr("Recordings"), listed(found.provenance.recordings)),
        Row("residual", tr("Most that is left of a current"), left),
    )
    return Rows(name=BASIS, title=tr("What the gains rest on"), rows=rows)


def gains_can_be_used(found: DriveGains) -> bool:
    """True if every joint has a gain that may be used."""
    verdict = found.judgement.verdict
    return not found.unknown_joints and verdict in {Verdict.GOOD, Verdict.USABLE}


def _read(visit: "Visit") -> "DriveGains | None":
    from app.visit.stored_products import newest
    from core.identification.gains.result import DRIVE_GAINS, DriveGains

    return newest(visit, DRIVE_GAINS, DriveGains)


def _present(found: "DriveGains", _model: "IdentificationResult") -> "Presentation":
    from app.features.identification.gains_presentation import present_gains

    return present_gains(found)


def _document(found: "DriveGains | None", _robot: "RobotModel") -> Mapping[str, object]:
    from core.exchange.export_gains import gains_json

    return {"drive_gains": None if found is None else gains_json(found, reason_text=reason_text)}


def _line(summary: "VisitSummary", _model_made: str) -> ContentLine | None:
    if not summary.key(Product.GAINS):
        return None
    words = translate("ReportContents", "The drive gains that were found with a weighed mass.")
    return ContentLine(is_there=True, sentence=words)


def _front(found: "DriveGains | None") -> "FrontLines":
    from app.features.identification.gains_presentation import gains_headline
    from app.presentation import FrontLines, Row

    if found is None:
        return FrontLines()
    row = Row("drive-gains", tr("Drive gains"), gains_headline(found), found.judgement.verdict)
    return FrontLines((row,))


SECTION = ReportSection["DriveGains"](
    "drive_gains",
    _read,
    title=lambda: tr("Drive gains"),
    present=_present,
    document=_document,
    line=_line,
    front=_front,
)
