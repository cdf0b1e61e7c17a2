"""A recording's page on paper: the curves in sight, or of A to B, with their numbers and events."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.errors.text import mark_text
from app.features.live.recorded import moment_text, words_of
from app.features.live.words import looking_at_words
from app.look.tokens import LIGHT
from app.presentation import Column, Table, unnamed_lines
from app.speech.dates import stamp_text
from app.speech.language import joined_sentences, tr
from core.monitor import Monitor
from core.recording import FloatArray
from core.stamp import software_name, time_stamp

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from app.features.live.charts import SignalChart
    from app.features.live.view import LiveView
    from app.widgets.legend import Curve

_HEIGHT, _MOST_HEIGHT = 420.0, 150.0
"""Height of all plots together, and of one, points."""
_ROOM = 4.0
"""Room between the numbers of a table, points."""


@dataclass(frozen=True, eq=False)
class PrintedCurve:
    """Times (M,) s from the beginning and values (M,) in display units; ``pen`` as in the charts."""

    pen: str
    x: FloatArray
    y: FloatArray


@dataclass(frozen=True, eq=False)
class PrintedPlot:
    """Curves of one unit; ``legend`` has pens and their words."""

    title: str
    unit: str
    curves: tuple[PrintedCurve, ...]
    legend: tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class RecordingPage:
    """What is printed; ``numbers`` and ``events`` are rows below their heads, which come first."""

    title: str
    robot: str
    mark: str
    serial: str
    circumstances: str
    plots: tuple[PrintedPlot, ...]
    numbers: tuple[tuple[str, ...], ...]
    events: tuple[tuple[str, ...], ...]


def page_of(view: "LiveView") -> RecordingPage:
    """The page of the recording that a view shows: of the marked range, else of what is in sight."""
    frames, charts = view.frames, view.charts
    stream = frames.recorded
    assert stream is not None
    low, high = charts.marked or charts.charts[0].visible_range()
    end = frames.end_moment
    first, last = max(end + low, 0.0), min(end + high, stream.duration)
    about, began = stream.about, float(stream.time[0])
    inside = ((one.time - began, words_of(one)) for one in about.events)
    events = [(moment_text(at), words) for at, words in inside if words and first <= at <= last]
    words = tr("From {first} to {last} of {length}.")
    length = moment_text(stream.duration)
    circumstances = [words.format(first=moment_text(first), last=moment_text(last), length=length)]
    if about.origin.recorded_at:
        recorded = tr("Recorded {moment}.")
        circumstances.insert(0, recorded.format(moment=stamp_text(about.origin.recorded_at)))
    curves = zip(charts.charts, charts.curves_between(low, high), strict=True)
    plots = [_printed(chart, found, charts.earlier_words, end) for chart, found in curves]
    return RecordingPage(
        title=looking_at_words(about)[1],
        robot=about.robot.name,
        mark=mark_text(about.mark),
        serial=about.origin.serial,
        circumstances=joined_sentences(*circumstances),
        plots=tuple(plots),
        numbers=view.below.number_rows(),
        events=((tr("Time"), tr("Event")), *events),
    )


def _printed(chart: "SignalChart", found: "Sequence[Curve]", earlier: str, end: float) -> PrintedPlot:
    curves = [PrintedCurve(one.pen, one.x + end, one.y) for one in found]
    pens = {one.pen for one in curves}
    legend = [*chart.legend_entries, *([("earlier", earlier)] if "earlier" in pens else [])]
    return PrintedPlot(*chart.y_label, tuple(curves), tuple(legend))


def write_recording_page(monitor: Monitor, *, page: RecordingPage, path: Path) -> None:
    """Write the page as PDF.

    Raises
    ------
    BadRequest, NotWritten
        As ``core.storage.output_writer.write_whole``.
    """
    from app.paper.page import PageText, made_by, write_pages

    monitor.check()
    by = made_by(software_name(), time_stamp())
    text = PageText(tr("Recording"), page.robot, by, page.mark, page.serial)
    write_pages(path, text, _story(page))


def _story(page: RecordingPage) -> Iterator["Flowable"]:
    from app.paper.page import Bookmark
    from app.paper.presentation_pages import section_flowables
    from app.paper.style import CONTENT_WIDTH, TITLE, paragraph

    yield Bookmark(page.title)
    yield paragraph(page.title, TITLE)
    yield paragraph(page.circumstances)
    for one in page.plots:
        yield from _plot(one, height=min(_HEIGHT / len(page.plots), _MOST_HEIGHT))
    yield from section_flowables(_table("numbers", tr("Numbers of this range"), page.numbers), CONTENT_WIDTH)
    if len(page.events) > 1:
        yield from section_flowables(_table("events", tr("Events of this range"), page.events), CONTENT_WIDTH)


def _table(name: str, title: str, rows: Sequence[Sequence[str]]) -> Table:
    heads, *lines = rows
    columns = tuple(Column(head, head, has_units=name == "numbers" and bool(at))
                    for at, head in enumerate(heads))  # fmt: skip
    return Table(name=name, title=title, columns=columns, lines=unnamed_lines(lines))


def _plot(one: PrintedPlot, *, height: float) -> Iterator["Flowable"]:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Spacer

    from app.paper.figure import Curve, LegendEntry, PlotText, legend, plot
    from app.paper.style import CONTENT_WIDTH

    entries = [
        LegendEntry(words, HexColor(_colour(pen)), dashed=_is_dashed(pen)) for pen, words in one.legend
    ]
    curves = [
        Curve(each.x, each.y, HexColor(_colour(each.pen)), dashed=_is_dashed(each.pen))
        for each in one.curves
        if np.isfinite(each.y).any()
    ]
    yield Spacer(1, _ROOM)
    yield legend(entries, width=CONTENT_WIDTH)
    text = PlotText(one.title, tr("{y} over {x}").format(y=one.unit, x="s"))
    yield plot(text, curves=curves, width=CONTENT_WIDTH, height=height)


def _colour(pen: str) -> str:
    """Colour of a pen of the charts on white paper."""
    if pen == "earlier":
        return LIGHT.muted
    if pen in {"measured", "model"}:
        return str(getattr(LIGHT, pen))
    return LIGHT.joint(int(pen.rpartition(" ")[2]) - 1)


def _is_dashed(pen: str) -> bool:
    return pen == "model" or pen.startswith("expected ")
