"""Who gives how much, as bars: every joint's own gear, and the links that its number stands for."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from reportlab.graphics.shapes import Drawing, Group, Line, Rect, String
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth

from app.look.tokens import LIGHT
from app.paper.fonts import REGULAR, printable
from app.paper.speech import tr
from app.paper.style import HAIRLINE, MUTED, SMALL_SIZE, SURFACE, TEXT
from core.quality import Verdict
from core.stiffness.result import ReducedStiffness

_ROW, _BAR = 13.0, 8.0
_NAME_WIDTH, _VALUE_WIDTH = 84.0, 40.0
_SAMPLE, _GAP = 10.0, 4.0
_LEGEND_HEIGHT = 12.0
_BASELINE = 2.4
"""From the middle of a line down to where its letters stand."""

GEAR = "own gear"


@dataclass(frozen=True)
class GivenBar:
    """One joint: how much its parts give in units of its own gear, which is 1; their sum is its factor."""

    joint: str
    parts: tuple[float, ...]
    factor: float


def given_bars(found: ReducedStiffness) -> tuple[GivenBar, ...]:
    """The bars of the joints that can be told and whose own spring is known; none where no link is known."""
    if not found.contributions:
        return ()
    return tuple(
        GivenBar(
            joint.joint,
            (1.0, *(float(one.total[joint.number]) * joint.spring for one in found.contributions)),
            joint.factor,
        )
        for joint in found.joints
        if isfinite(joint.factor) and joint.judgement.verdict is not Verdict.NOT_MEASURABLE
    )


def contributions_chart(found: ReducedStiffness, *, width: float) -> Drawing | None:
    """A bar per joint with its factor beside it, the legend above; None where there is nothing to show.

    Parts below nothing, where a link takes away from what a joint has to give, go to the left.
    """
    bars = given_bars(found)
    if not bars:
        return None
    link = tr("link of {joint}")
    names = (tr(GEAR), *(link.format(joint=one.label) for one in found.contributions))
    entries = _legend_lines(names, width=width)
    height = _ROW * len(bars) + _LEGEND_HEIGHT * len(entries) + _GAP
    drawing = Drawing(width, height)
    for line, group in enumerate(entries):
        group.translate(0.0, height - _LEGEND_HEIGHT * (line + 1))
        drawing.add(group)
    scale = _Scale.of(bars, room=width - _NAME_WIDTH - _VALUE_WIDTH)
    for row, bar in enumerate(bars):
        drawing.add(_bar(bar, scale, middle=_ROW * (len(bars) - row) - _ROW / 2.0, width=width))
    zero = _NAME_WIDTH + scale.at(0.0)
    drawing.add(Line(zero, 0.0, zero, _ROW * len(bars), strokeColor=MUTED, strokeWidth=0.6))
    return drawing


@dataclass(frozen=True)
class _Scale:
    """From parts to points on the paper, counted from the left end of the bars."""

    low: float
    per_unit: float

    @classmethod
    def of(cls, bars: Sequence[GivenBar], *, room: float) -> "_Scale":
        high = max(sum(part for part in bar.parts if part > 0.0) for bar in bars)
        low = min(sum(part for part in bar.parts if part < 0.0) for bar in bars)
        return cls(low, room / (high - low))

    def at(self, value: float) -> float:
        return (value - self.low) * self.per_unit


def _bar(bar: GivenBar, scale: _Scale, *, middle: float, width: float) -> Group:
    group = Group(_string(bar.joint, 0.0, middle))
    ends = {True: 0.0, False: 0.0}
    for place, part in enumerate(bar.parts):
        begin = ends[part >= 0.0]
        ends[part >= 0.0] += part
        left, right = sorted((scale.at(begin), scale.at(begin + part)))
        group.add(
            Rect(
                _NAME_WIDTH + left, middle - _BAR / 2.0, right - left, _BAR,
                fillColor=_colour(place), strokeColor=SURFACE, strokeWidth=0.4,
            )
        )  # fmt: skip
    group.add(_string(f"{bar.factor:.3g}×", width - _VALUE_WIDTH + _GAP, middle))
    return group


def _colour(place: int) -> Color:
    """The gear is grey, links have the colours of their joints."""
    return HAIRLINE if place == 0 else HexColor(LIGHT.joint(place - 1))


def _legend_lines(names: Sequence[str], *, width: float) -> list[Group]:
    """As many lines as the names need."""
    lines, x = [Group()], 0.0
    for place, name in enumerate(names):
        needs = _SAMPLE + _GAP + stringWidth(printable(name), REGULAR, SMALL_SIZE) + 2.0 * _GAP
        if x and x + needs > width:
            lines.append(Group())
            x = 0.0
        middle = _LEGEND_HEIGHT / 2.0
        lines[-1].add(Rect(x, middle - _BAR / 2.0, _SAMPLE, _BAR, fillColor=_colour(place), strokeColor=None))
        lines[-1].add(_string(name, x + _SAMPLE + _GAP, middle))
        x += needs
    return lines


def _string(text: str, x: float, middle: float) -> String:
    return String(
        x, middle - _BASELINE, printable(text), fontName=REGULAR, fontSize=SMALL_SIZE, fillColor=TEXT
    )
