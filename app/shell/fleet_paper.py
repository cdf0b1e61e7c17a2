"""The report on a fleet: how many arms need care, which and why, and all arms in the appendix. No Qt."""

from collections.abc import Sequence
from pathlib import Path

from app.presentation import Column, FrontPage, Line, Presentation, Row, Table
from app.shell.fleet_words import arm_name, arm_reason, arm_word, care_line
from app.speech.dates import day_word
from app.speech.language import tr
from app.speech.units import whole
from app.speech.words import verdict_word
from core.catalogue.fleet import FleetRobot
from core.quality import Verdict

_MOST_ARMS = 40
"""Arms with sentences on the page of the subject; all of them are in the appendix."""
_MOST_LINES = 5000


def write_fleet_report(robots: Sequence[FleetRobot], path: Path, *, query: str = "") -> None:
    """Write the report; it appears whole or not at all.

    Raises
    ------
    NotWritten
        When the file cannot be written.
    """
    from app.paper.page import PageText, made_by
    from app.paper.presentation_pages import Subject, write_report
    from core.stamp import software_name, time_stamp, utc_now

    by = made_by(software_name(), time_stamp(utc_now))
    page = PageText(tr("Fleet"), tr("{count} arms").format(count=whole(len(_arms(robots)))), by)
    shown = presentation(robots)
    write_report(_front(robots, shown, query), [Subject(tr("What needs care"), shown)], path, page)


def presentation(robots: Sequence[FleetRobot]) -> Presentation:
    """The arms that need care with their sentences, and a table of all arms."""
    arms = _arms(robots)
    care = [one for one in arms if one.care]
    words = tr("{count} of {arms} arms need care.").format(count=whole(len(care)), arms=whole(len(arms)))
    sections = (*((_care_table(care),) if care else ()), _table(robots))
    return Presentation(tr("What needs care"), words, Verdict.GOOD, sections, needs_care=bool(care))


def _care_table(care: Sequence[FleetRobot]) -> Table:
    """A line for each care, the arm that needs it most first."""
    columns = (Column("arm", tr("Arm")), Column("care", tr("What needs care")))
    lines = tuple(
        Line(robot.serial, (arm_name(robot) if place == 0 else "", care_line(one)))
        for robot in care[:_MOST_ARMS]
        for place, one in enumerate(robot.care)
    )
    left = len(care) - _MOST_ARMS
    more = tr("and {count} more arms, in the appendix").format(count=whole(left)) if left > 0 else ""
    return Table(name="care", title=tr("By arm"), columns=columns, lines=lines, note=more and f"{more}.")


def _table(robots: Sequence[FleetRobot]) -> Table:
    columns = (
        Column("robot", tr("Robot")),
        Column("serial", tr("Serial number")),
        Column("visits", tr("Visits")),
        Column("last", tr("Last visit")),
        Column("verdict", tr("Verdict")),
        Column("care", tr("What needs care")),
    )
    lines = tuple(
        Line(
            one.serial,
            (
                one.robot or Path(one.last_file).name,
                one.serial or "–",
                whole(one.visits),
                day_word(one.last_visit) or "–",
                arm_word(one).words,
                arm_reason(one),
            ),
        )
        for one in robots[:_MOST_LINES]
    )
    return Table(name="arms", title=tr("All arms"), columns=columns, lines=lines, is_appendix=True)


def _front(robots: Sequence[FleetRobot], shown: Presentation, query: str) -> FrontPage:
    arms, broken = _arms(robots), [one for one in robots if one.error]
    care = [one for one in arms if one.care]
    visits = sum(one.visits for one in arms)
    told = tr("{arms} arms with {visits} visits").format(arms=whole(len(arms)), visits=whole(visits))
    chosen = (tr("Those with the words: {words}").format(words=query),) if query else ()
    not_told = sum(one.verdict == Verdict.NOT_MEASURABLE for one in arms)
    missing = []
    if not_told:
        missing.append(tr("{count} arms: too little measured to be compared.").format(count=whole(not_told)))
    if broken:
        missing.append(tr("Files that cannot be read: {count}.").format(count=whole(len(broken))))
    return FrontPage(
        title=tr("Fleet report"),
        robot=tr("Fleet"),
        outcome=verdict_word(shown.word),
        meaning=shown.headline,
        verdict=shown.verdict,
        needs_care=shown.needs_care,
        arm=(told, *chosen),
        found=tuple(
            Row(one.serial, arm_name(one), arm_reason(one), sign=arm_word(one).glyph) for one in care[:8]
        ),
        act=(
            tr("Have the arms looked at that are named below, the first of them first.")
            if care
            else tr("Nothing has to be done."),
        ),
        missing=tuple(missing),
    )


def _arms(robots: Sequence[FleetRobot]) -> list[FleetRobot]:
    return [one for one in robots if not one.error]
