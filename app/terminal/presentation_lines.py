"""Any presentation on a terminal: sentences and tables, the answer first. Knows no feature."""

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable

from app.errors.text import verdict_text
from app.presentation import (
    REASONS,
    Bar,
    Cell,
    Column,
    Figure,
    Presentation,
    Row,
    Rows,
    Section,
    Table,
    cell_text,
    reason_line,
    value_text,
)
from app.speech.signs import Glyph, Signed
from app.speech.units import NO_BREAK
from app.speech.values import Value, interval
from core.quality import Verdict


def presentation_lines(shown: Presentation) -> Iterator[RenderableType]:
    """Mark, headline and circumstances, then every section; the verdict stands above its reasons."""
    yield from (plain(text) for text in (shown.mark, shown.headline, shown.circumstances) if text)
    for section in shown.sections:
        if section.name == REASONS:
            yield f"Verdict: {shown.verdict.value}. {verdict_text(shown.verdict)}"
            yield from (plain(f"  - {reason_line(row)}") for row in shown.reasons)
        else:
            yield from _section(section)


def plain(text: str) -> str:
    """With blanks that a search finds."""
    return text.replace(NO_BREAK, " ")


def _section(section: Section) -> Iterator[RenderableType]:
    if isinstance(section, Figure):
        yield plain(str(section.summary.value))
    elif isinstance(section, Table):
        yield _table(section)
        if section.note:
            yield plain(section.note)
    elif isinstance(section, Rows):
        if all(not row.label for row in section.rows):
            yield section.title
            yield from (plain(f"  - {row.value}") for row in section.rows)
        else:
            yield _rows(section)


def _rows(section: Rows) -> RenderableType:
    """Label, value, 95 %, verdict and remark; what no row has is no column."""
    has_interval = all(isinstance(row.value, Value) for row in section.rows)
    lines = [_row(row, has_interval=has_interval) for row in section.rows]
    made = _quiet(section.title, has_head=False)
    used = [place for place in range(5) if any(line[place] for line in lines)]
    for _ in used:
        made.add_column(overflow="fold")
    for line in lines:
        made.add_row(*(plain(line[place]) for place in used))
    return made


def _row(row: Row, *, has_interval: bool) -> tuple[str, ...]:
    within = interval(row.value) if has_interval and isinstance(row.value, Value) else ""
    verdict = "" if row.verdict is None else row.verdict.value
    return row.label, value_text(row.value), f"95 %: {within}" if within else "", verdict, row.remark


def _table(section: Table) -> RenderableType:
    """The name of a line stands first, where lines have one that commands take."""
    made = _quiet(section.title, has_head=True)
    is_named = any(":" in line.name for line in section.lines)
    if is_named:
        made.add_column("", overflow="fold")
    for column in section.columns:
        made.add_column(column.head, justify="left" if column.unit is None else "right", overflow="fold")
    for line in section.lines:
        pairs = zip(line.cells, section.columns, strict=True)
        texts = (plain(_text(cell, column)) for cell, column in pairs)
        made.add_row(*([line.name] if is_named else []), *texts)
    return made


def _text(cell: Cell, column: Column) -> str:
    if isinstance(cell, Verdict):
        return cell.value
    is_notable = isinstance(cell, Bar) and cell.verdict is not Verdict.GOOD
    is_notable |= isinstance(cell, Signed) and cell.glyph in {Glyph.WARNING, Glyph.CROSS}
    return cell_text(cell, column) + (" !" if is_notable else "")


def _quiet(title: str, *, has_head: bool) -> RichTable:
    return RichTable(
        title=title, box=box.SIMPLE, title_justify="left", title_style="bold", show_header=has_head
    )
