"""Frame of every page of a report: product, robot, page number, mark of a virtual robot, and bookmarks."""

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from app.paper.fonts import BOLD, REGULAR, printable
from app.paper.style import (
    ACCENT,
    CONTENT_WIDTH,
    GRID,
    HAIRLINE,
    MARGIN,
    MUTED,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    SMALL_SIZE,
    TEXT,
    TEXT_SIZE,
    WARNING,
)
from app.speech.dates import stamp_text
from app.speech.language import current_language, tr
from core.storage.output_writer import write_whole

_HEADER, _FOOTER = 15 * mm, 15 * mm
_NUMBER_WIDTH, _PRODUCT_WIDTH = 90.0, 60.0
"""Room for the page number, and for the name of the product."""
_STRIPE = 14.0
_STRIPE_STEP = 12.0
_MARK_WIDTH = CONTENT_WIDTH - 4.0 * _STRIPE_STEP

_ELLIPSIS = "…"


@dataclass(frozen=True)
class PageText:
    """The words around the content; ``mark`` is printed on a striped band where there is one."""

    subject: str
    robot: str
    made_by: str
    mark: str = ""
    serial: str = ""

    @property
    def frame_height(self) -> float:
        """Height of the content of a page."""
        return PAGE_HEIGHT - self.top - _FOOTER

    @property
    def top(self) -> float:
        """Height of what is above the content."""
        return _HEADER + (_STRIPE + 12.0 if self.mark else 6.0)


def made_by(software: str, created_at: str) -> str:
    """Program and time of a report."""
    return tr("{software}, {moment}").format(software=software, moment=stamp_text(created_at))


class Bookmark(Flowable):
    """An entry of the outline at this place; takes no room."""

    def __init__(self, title: str, *, level: int = 0) -> None:
        super().__init__()
        self._entry = (printable(title), level)

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """It has no size."""
        return 0.0, 0.0

    def draw(self) -> None:
        """Note the entry with its height on the page."""
        _, y = self.canv.absolutePosition(0.0, 0.0)
        self.canv.entries.append((*self._entry, y))


class NumberedCanvas(Canvas):
    """A canvas that waits for the last page, since every page shows the number of all."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)
        self._waiting: list[dict[str, object]] = []
        self.entries: list[tuple[str, int, float]] = []
        """Title, level and height of the bookmarks on this page."""

    def showPage(self) -> None:
        """Keep the finished page until all are known."""
        self._waiting.append(dict(self.__dict__))
        self.entries = []
        self._startPage()

    def save(self) -> None:
        """Number all pages and write them."""
        shown = tr("Page {page} of {pages}")
        for number, page in enumerate(self._waiting, start=1):
            self.__dict__.update(page)
            self._bookmark(number)
            self.setFont(REGULAR, SMALL_SIZE)
            self.setFillColor(MUTED)
            self.drawRightString(
                PAGE_WIDTH - MARGIN, 9 * mm, shown.format(page=number, pages=len(self._waiting))
            )
            super().showPage()
        super().save()

    def _bookmark(self, page: int) -> None:
        """Add the entries of a page: a destination belongs to the page that is written next."""
        for place, (title, level, y) in enumerate(self.entries):
            key = f"page-{page}-{place}"
            self.bookmarkHorizontalAbsolute(key, y + GRID)
            self.addOutlineEntry(title, key, level)
            self.showOutline()


def write_pages(path: Path, text: PageText, story: Iterable[Flowable]) -> None:
    """Write a report to ``path``; the file appears whole or not at all.

    Raises
    ------
    BadRequest, NotWritten
        As ``core.storage.output_writer.write_whole``.
    """
    content = BytesIO()
    _document(content, text).build(list(story), canvasmaker=NumberedCanvas)
    write_whole(path, content.getvalue())


def _document(stream: BytesIO, text: PageText) -> BaseDocTemplate:
    """An empty A4 document whose pages carry the text."""
    frame = Frame(
        MARGIN, _FOOTER, CONTENT_WIDTH, text.frame_height,
        leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
    )  # fmt: skip
    made = BaseDocTemplate(
        stream,
        title=printable(f"{text.subject}: {text.robot}"),
        author=printable(text.made_by),
        subject=printable(text.mark or text.subject),
        creator="Torsion",
        lang=current_language().replace("_", "-"),
    )
    made.addPageTemplates(
        PageTemplate(frames=[frame], onPage=lambda canvas, _document: _decorate(canvas, text))
    )
    return made


def _decorate(canvas: Canvas, text: PageText) -> None:
    top = PAGE_HEIGHT - 12 * mm
    canvas.saveState()
    canvas.setFillColor(ACCENT)
    canvas.setFont(BOLD, TEXT_SIZE + 1)
    canvas.drawString(MARGIN, top, "Torsion")
    canvas.setFillColor(TEXT)
    canvas.setFont(REGULAR, TEXT_SIZE)
    canvas.drawRightString(PAGE_WIDTH - MARGIN, top, _arm(text))
    canvas.setStrokeColor(HAIRLINE)
    canvas.setLineWidth(0.6)
    canvas.line(MARGIN, top - 5, PAGE_WIDTH - MARGIN, top - 5)
    canvas.line(MARGIN, 13 * mm, PAGE_WIDTH - MARGIN, 13 * mm)
    canvas.setFillColor(MUTED)
    canvas.setFont(REGULAR, SMALL_SIZE)
    made = fitted(f"{text.subject}   ·   {text.made_by}", CONTENT_WIDTH - _NUMBER_WIDTH, size=SMALL_SIZE)
    canvas.drawString(MARGIN, 9 * mm, made)
    if text.mark:
        _striped_band(canvas, top - 9 - _STRIPE, fitted(text.mark, _MARK_WIDTH, size=TEXT_SIZE, font=BOLD))
    canvas.restoreState()


def _arm(text: PageText) -> str:
    """Name and serial number of the arm; a long name is shortened, a serial number is not."""
    room = CONTENT_WIDTH - _PRODUCT_WIDTH
    if not text.serial:
        return fitted(text.robot, room, size=TEXT_SIZE)
    serial = printable(tr("serial {serial}").format(serial=text.serial))
    serial = fitted(serial, 0.6 * room, size=TEXT_SIZE)
    rest = room - stringWidth(f" · {serial}", REGULAR, TEXT_SIZE)
    return f"{fitted(text.robot, rest, size=TEXT_SIZE)} · {serial}"


def _striped_band(canvas: Canvas, bottom: float, mark: str) -> None:
    """Diagonal stripes across the page with the words on a clear field in the middle."""
    canvas.saveState()
    outline = canvas.beginPath()
    outline.rect(MARGIN, bottom, CONTENT_WIDTH, _STRIPE)
    canvas.clipPath(outline, stroke=0, fill=0)
    canvas.setFillColor(WARNING)
    canvas.rect(MARGIN, bottom, CONTENT_WIDTH, _STRIPE, stroke=0, fill=1)
    canvas.setStrokeColor(TEXT)
    canvas.setLineWidth(_STRIPE_STEP / 3)
    for number in range(int((CONTENT_WIDTH + _STRIPE) / _STRIPE_STEP) + 2):
        x = MARGIN + number * _STRIPE_STEP
        canvas.line(x - _STRIPE - 4, bottom - 4, x + 4, bottom + _STRIPE + 4)
    half = canvas.stringWidth(mark, BOLD, TEXT_SIZE) / 2 + 10
    canvas.setFillColor(WARNING)
    canvas.rect(PAGE_WIDTH / 2 - half, bottom - 2, 2 * half, _STRIPE + 4, stroke=0, fill=1)
    canvas.setFillColor(TEXT)
    canvas.setFont(BOLD, TEXT_SIZE)
    canvas.drawCentredString(PAGE_WIDTH / 2, bottom + 4, mark)
    canvas.restoreState()


def fitted(text: str, width: float, *, size: float, font: str = REGULAR) -> str:
    """The text in letters of the font, shortened where it is wider than ``width`` points."""
    shown = printable(text)
    if stringWidth(shown, font, size) <= width:
        return shown
    while shown and stringWidth(shown + _ELLIPSIS, font, size) > width:
        shown = shown[:-1]
    return shown.rstrip() + _ELLIPSIS
