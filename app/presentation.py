"""A result as people read it, worded once; window, terminal and paper render it. No Qt, no feature.

Words are finished here. Numbers stay numbers until they are rendered, because a card, a column and a
sentence show other parts of the same value. JSON is not made from this: its keys are promised, it is
in SI and whole, and knows no language (``core.exchange``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.speech.language import translate
from app.speech.units import DisplayUnit, Value, Written, write
from app.speech.words import Glyph, Signed
from core.quality import Verdict, Word, word_of
from core.recording import FloatArray

REASONS, UNSEEN = "reasons", "unseen"
"""Name of the section with the reasons why the verdict is not better."""
BASIS = "basis"
"""Name of the section on how the numbers were measured."""


@dataclass(frozen=True)
class Row:
    """A quantity; a sentence, if ``label`` is empty; or a reason, whose label is the thing it concerns.

    ``name`` is not shown: it identifies the row for a page that places it by hand.
    """

    name: str
    label: str
    value: Value | Written | str
    verdict: Verdict | None = None
    remark: str = ""
    sign: Glyph | None = None
    """Sign of a sentence without verdict, such as a change for the worse."""
    needs_care: bool = False

    @property
    def word(self) -> Word | None:
        """The word of the verdict; None without one."""
        return None if self.verdict is None else word_of(self.verdict, needs_care=self.needs_care)


@dataclass(frozen=True)
class Bar:
    """A value drawn as a length; ``mark`` is a stroke across it in the same unit (SI), such as the noise."""

    value: Value
    mark: float
    verdict: Verdict


Cell = str | Value | Verdict | Bar | Signed


@dataclass(frozen=True)
class Column:
    """The head of a column, or an axis; with a unit, the cells below are numbers without one."""

    name: str
    label: str
    unit: DisplayUnit | None = None
    is_name: bool = False
    """True if the label is a name, such as that of a joint, whose capitals are kept."""
    has_units: bool = False
    """True if the cells below are numbers, each with its own unit."""

    @property
    def is_number(self) -> bool:
        """True if the cells below are numbers, which are aligned to the right."""
        return self.unit is not None or self.has_units

    @property
    def head(self) -> str:
        """The label with its unit."""
        symbol = self.unit.symbol if self.unit is not None else ""
        return ", ".join(filter(None, (self.label, symbol)))


def joint_columns(names: Iterable[str], units: Iterable[DisplayUnit]) -> tuple[Column, ...]:
    """A column for each joint, with its name as label."""
    return tuple(Column(name, name, unit, is_name=True) for name, unit in zip(names, units, strict=True))


def common_unit(units: Iterable[DisplayUnit]) -> DisplayUnit | None:
    """The unit for the head of a column; None if its cells have several, such as ° and mm."""
    found = set(units)
    return found.pop() if len(found) == 1 else None


@dataclass(frozen=True)
class Line:
    """A line of a table; ``name`` is for commands and pages, empty for none."""

    name: str
    cells: tuple[Cell, ...]
    is_left_out: bool = False


def unnamed_lines(rows: Iterable[Sequence[Cell]]) -> tuple[Line, ...]:
    """Lines without names."""
    return tuple(Line("", tuple(row)) for row in rows)


Role = Literal["measured", "model", "other", "limit"]
"""Each renderer has a look for it: below a limit that ends at zero is what is allowed, others are pale."""


@dataclass(frozen=True, eq=False)
class Series:
    """A line through x, y (n,) in SI, or points where the standard deviations of x and y (n,) are given."""

    label: str
    role: Role
    x: FloatArray
    y: FloatArray
    x_std: FloatArray | None = None
    y_std: FloatArray | None = None


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of a result; ``name`` finds it again, for a page that places it by hand.

    ``is_detail`` says that paper leaves it out: the document beside it has the same numbers.
    ``is_appendix`` says that paper shows it behind the pages of the subjects.
    """

    name: str
    title: str
    is_detail: bool = False
    is_appendix: bool = False


@dataclass(frozen=True, kw_only=True)
class Rows(Section):
    """Quantities or sentences."""

    rows: tuple[Row, ...]

    def row(self, name: str) -> Row:
        """The row of this name."""
        return next(one for one in self.rows if one.name == name)


@dataclass(frozen=True, kw_only=True)
class Table(Section):
    """Lines with as many cells as there are columns; ``note`` says how to read it."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    note: str = ""

    def only(self, *names: str) -> "Table":
        """The same with these columns alone, in this order."""
        places = [next(at for at, one in enumerate(self.columns) if one.name == name) for name in names]
        lines = (replace(line, cells=tuple(line.cells[place] for place in places)) for line in self.lines)
        return replace(self, columns=tuple(self.columns[place] for place in places), lines=tuple(lines))


@dataclass(frozen=True, kw_only=True)
class Figure(Section):
    """The data of a plot, never pixels; ``summary`` has the same content for renderers without plots."""

    x: Column
    y: Column
    series: tuple[Series, ...]
    summary: Row

    def series_of(self, role: Role) -> Series | None:
        """The first series of a role; None where there is none."""
        return next((one for one in self.series if one.role == role), None)


@dataclass(frozen=True, kw_only=True)
class Figures(Section):
    """Small plots of one kind beside each other, such as one of each joint."""

    figures: tuple[Figure, ...]

    def figure(self, name: str) -> Figure:
        """The figure of this name."""
        return next(one for one in self.figures if one.name == name)


@dataclass(frozen=True)
class Presentation:
    """A result with its answer first; ``mark`` is that of a source that is not a real arm, else empty.

    ``circumstances`` are arm, time and method in one line.
    """

    title: str
    headline: str
    verdict: Verdict
    sections: tuple[Section, ...]
    circumstances: str = ""
    mark: str = ""
    sign: Glyph | None = None
    """Sign of the headline; None for the sign of the verdict."""
    needs_care: bool = False
    """True if the result is good, and worse than is usual or set wrongly in the controller."""

    @property
    def word(self) -> Word:
        """The word of the verdict."""
        return word_of(self.verdict, needs_care=self.needs_care)

    @property
    def reasons(self) -> tuple[Row, ...]:
        """The reasons why the verdict is not better, the gravest first."""
        return next((one.rows for one in self.sections if isinstance(one, Rows) and one.name == REASONS), ())

    def rows(self, name: str) -> Rows | None:
        """The rows of this name; None where there are none."""
        return next((one for one in self.sections if isinstance(one, Rows) and one.name == name), None)

    def table(self, name: str) -> Table | None:
        """The table of this name; None where there is none."""
        return next((one for one in self.sections if isinstance(one, Table) and one.name == name), None)

    def figure(self, name: str) -> Figure | None:
        """The figure of this name; None where there is none."""
        return next((one for one in self.sections if isinstance(one, Figure) and one.name == name), None)

    def figures(self, name: str) -> Figures | None:
        """The figures of this name; None where there are none."""
        return next((one for one in self.sections if isinstance(one, Figures) and one.name == name), None)


@dataclass(frozen=True)
class FrontLines:
    """Part of a subject on the first page of a report: its results, and what was not measured."""

    found: tuple[Row, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class FrontPage:
    """The first page of a report, for the person who decides: an outcome and five lines.

    Parameters
    ----------
    title, robot
        Kind of report, and name of the arm.
    outcome, meaning
        The outcome in a few words, and in a sentence.
    arm
        Which arm: name, serial number, people, times.
    found
        Results; the label is the subject.
    act
        What to do, the most urgent first.
    changed
        Changes since the last visit; empty where no earlier visit is at hand.
    missing
        What was not measured.
    table
        Table below the lines, such as the joints.
    """

    title: str
    robot: str
    outcome: str
    meaning: str
    verdict: Verdict
    arm: tuple[str, ...]
    found: tuple[Row, ...]
    act: tuple[str, ...]
    changed: tuple[Row, ...] = ()
    missing: tuple[str, ...] = ()
    sign: Glyph | None = None
    """Sign of the outcome; None for the sign of the verdict."""
    table: Table | None = None
    needs_care: bool = False

    @property
    def word(self) -> Word:
        """The word of the verdict."""
        return word_of(self.verdict, needs_care=self.needs_care)


def in_parts(value: Value | Written | str) -> Written:
    """Write a value as text in parts."""
    if isinstance(value, Value):
        return write(value)
    return value if isinstance(value, Written) else Written(value)


def value_text(value: Value | Written | str) -> str:
    """Write a value on one line, with unit and ±."""
    return in_parts(value).text


def cell_text(cell: Cell, column: Column) -> str:
    """Text of a cell; a number has no unit under a head with the unit, a verdict has no text."""
    value = cell.value if isinstance(cell, Bar) else cell
    if isinstance(value, Value):
        return write(value).number if column.unit is not None else write(value).text
    if isinstance(value, Signed):
        return value.words
    return "" if isinstance(value, Verdict) else value


def reason_line(row: Row) -> str:
    """A reason on one line, after the thing that it concerns."""
    text = value_text(row.value)
    return f"{row.label}: {text}" if row.label else text


def front_words(row: Row) -> str:
    """A result of the first page on one line, after its subject."""
    text = value_text(row.value)
    if not row.label:
        return text
    return translate("Report", "{subject}: {result}").format(subject=row.label, result=text)


@dataclass(frozen=True)
class Tile:
    """What was found of one subject: its word, one large number with a line below, its meaning, a picture."""

    title: str
    word: Signed
    number: str
    line: str
    meaning: str
    figure: Figure | None = None
    found: tuple[str, ...] = ()
    """Sentences in the place of a picture."""
