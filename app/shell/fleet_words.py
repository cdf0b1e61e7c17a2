"""Care that an arm needs, its figures and its next check, in words. No Qt."""

from collections.abc import Mapping
from datetime import UTC, datetime
from math import isnan
from typing import TYPE_CHECKING

from app.errors.text import error_text
from app.speech.dates import day_word, long_day_word
from app.speech.language import joined_sentences, listed, tr
from app.speech.units import (
    KILOGRAM,
    DisplayUnit,
    Value,
    stiffness_unit,
    torque_unit,
    twist_unit,
    whole,
    write,
)
from app.speech.words import WORD_GLYPHS, Glyph, Signed, stored_verdict_word, verdict_word
from core.catalogue.fleet import CARE, PAYLOAD_SET_WRONG, DueBy
from core.catalogue.key_figures import FigureCode
from core.errors import BadFile
from core.quality import Verdict

if TYPE_CHECKING:
    from app.shell.fleet_parts import FleetPart
    from core.catalogue.fleet import Care, FleetRobot, FollowedFigure, NextCheck


def care_word(code: str) -> str:
    """A care in two or three words."""
    words: Mapping[str, str] = {
        "stiffness-lost": tr("stiffness lost"),
        "backlash-grown": tr("play grown"),
        "hysteresis-grown": tr("wider loop"),
        "lost-motion-grown": tr("more lost motion"),
        "friction-up": tr("more friction"),
        PAYLOAD_SET_WRONG: tr("payload set wrong"),
    }
    return words[code]


def care_line(care: "Care") -> str:
    """A care with its number, what was usual, and since when."""
    words = tr("{joint}: {care} since {since}. It has {value}, usual is {usual}.")
    if care.code == PAYLOAD_SET_WRONG:
        measured = write(Value(care.value, KILOGRAM, care.std)).text
        set_mass = write(Value(care.usual, KILOGRAM, digits=3)).text
        words = tr("Payload set wrong: {value} measured on {since}, {usual} set in the robot.")
        return words.format(value=measured, since=day_word(care.since), usual=set_mass)
    if care.before:
        words = tr("{joint}: {care} since {since}. It has {value}, before it had {usual}.")
    code = next(code for code, name in CARE.items() if name == care.code)
    value, usual = (
        write(Value(si, figure_unit(code, care.value), std)).text
        for si, std in ((care.value, care.std), (care.usual, care.usual_std))
    )
    return words.format(
        joint=care.joint, care=care_word(care.code), since=day_word(care.since), value=value, usual=usual
    )


def arm_reason(robot: "FleetRobot") -> str:
    """All of an arm that needs care, or why it has no better word, in one line."""
    if robot.error:
        return error_text(BadFile(robot.error, file=robot.last_file)).title
    if robot.care:
        joints: dict[str, list[str]] = {}
        for care in robot.care:
            joints.setdefault(care.joint, []).append(care_word(care.code))
        words = tr("{joint}: {what}")
        parts = (
            words.format(joint=joint, what=listed(what)) if joint else listed(what)
            for joint, what in joints.items()
        )
        return " · ".join(parts)
    if robot.verdict == Verdict.GOOD:
        return tr("Nothing unusual")
    if not robot.serial:
        return tr("Without a serial number nothing can be compared")
    return tr("Too little measured to be compared")


def arm_word(robot: "FleetRobot") -> Signed:
    """Sign and word of an arm, as its state has it."""
    if robot.error:
        return Signed(Glyph.CROSS, stored_verdict_word(robot.verdict))
    return Signed(WORD_GLYPHS[robot.word], verdict_word(robot.word))


def arm_name(robot: "FleetRobot") -> str:
    """Model and serial number of an arm."""
    if robot.serial:
        return tr("{robot} · serial {serial}").format(robot=robot.robot, serial=robot.serial)
    return tr("{robot} · no serial").format(robot=robot.robot)


def fleet_sentence(part: "FleetPart") -> str:
    """Sentence with the number of arms, visits and broken files that match."""
    words = tr("{arms} arms · {care} need care · {visits} visits").format(
        arms=whole(part.arms), care=whole(part.in_care), visits=whole(part.visits)
    )
    if part.broken:
        broken = tr("files that cannot be read: {count}").format(count=whole(part.broken))
        words = f"{words} · {broken}"
    return words


def range_words(first: int, shown: int, count: int) -> str:
    """Which lines of a longer list are shown."""
    if not shown:
        return ""
    return tr("{first} to {last} of {count}").format(
        first=whole(first + 1), last=whole(first + shown), count=whole(count)
    )


def figure_word(code: FigureCode) -> str:
    """Name of a key figure."""
    return {
        FigureCode.STIFFNESS: tr("Stiffness"),
        FigureCode.BACKLASH: tr("Gear play"),
        FigureCode.LOOP_WIDTH: tr("Width of the loop"),
        FigureCode.LOST_MOTION: tr("Lost motion"),
        FigureCode.FRICTION: tr("Friction"),
        FigureCode.PAYLOAD_MEASURED: tr("Payload"),
        FigureCode.PAYLOAD_SET: tr("Payload"),
    }[code]


def figure_unit(code: FigureCode, size: float) -> DisplayUnit:
    """Unit for a key figure of this size (SI)."""
    if code is FigureCode.STIFFNESS:
        return stiffness_unit(size, slides=False)
    return torque_unit(slides=False) if code is FigureCode.FRICTION else twist_unit(size, slides=False)


def figure_of_joint(figure: "FollowedFigure") -> str:
    """Name of a figure with its joint."""
    return tr("{figure} of {joint}").format(figure=figure_word(figure.code), joint=figure.joint)


def figure_sentence(figure: "FollowedFigure") -> str:
    """The latest value of a figure against what is usual for the model."""
    unit = figure_unit(figure.code, float(figure.value[-1]))
    value = write(Value(float(figure.value[-1]), unit, float(figure.std[-1]))).text
    return joined_sentences(tr("Latest: {value}.").format(value=value), usual_words(figure))


def usual_words(figure: "FollowedFigure") -> str:
    """Sentence on what is usual for the model."""
    if isnan(figure.low):
        return tr("What is usual for the model takes five arms.")
    unit = figure_unit(figure.code, float(figure.value[-1]))
    edges = (figure.usual, figure.low, figure.high)
    usual, low, high = (write(Value(si, unit, digits=2)).number for si in edges)
    words = tr("Usual for the model: {usual} ({low} to {high}, of {arms} arms).")
    return words.format(usual=usual, low=low, high=high, arms=figure.arms)


def visits_words(robot: "FleetRobot") -> str:
    """Number of the visits to an arm, for a button that lists them."""
    return tr("1 visit") if robot.visits == 1 else tr("{count} visits").format(count=whole(robot.visits))


def check_words(check: "NextCheck", now: datetime | None = None) -> Signed:
    """Date of the next check and the rule that sets it, in words."""
    if check.by is DueBy.CARE:
        return Signed(Glyph.WARNING, tr("Next check: now, because something needs care."))
    if check.by is DueBy.UNKNOWN:
        return Signed(
            Glyph.EMPTY,
            tr("Next check: cannot be told. It takes three dated visits to this arm, or six to its model."),
        )
    facts = {
        "date": long_day_word(check.due),
        "days": "" if isnan(check.days) else whole(round(check.days)),
        "joint": check.joint,
        "figure": figure_word(FigureCode(check.code)) if check.code else "",
    }
    words = {
        DueBy.TREND: tr(
            "Next check: {date}. At its present rate “{figure}” of {joint} needs care from then on."
        ),
        DueBy.INTERVAL: tr("Next check: {date}, the usual {days} days after the last visit to this arm."),
        DueBy.INTERVAL_OF_MODEL: tr(
            "Next check: {date}, {days} days after the last visit, as is usual for the model."
        ),
    }[check.by].format(**facts)
    is_late = check.due < (now or datetime.now(UTC)).isoformat()
    return Signed(Glyph.NOTE, tr("{words} That is over.").format(words=words) if is_late else words)


def _stem(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2].removesuffix(".h5")
