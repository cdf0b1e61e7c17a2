"""Any presentation on a terminal: sentences and tables, the answer first. Knows no feature."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable

from app.errors.text import note_text, reason_text, verdict_text
from app.presentation import (
    REASONS,
    Bar,
    Cell,
    Column,
    Figure,
    Figures,
    Presentation,
    Row,
    Rows,
    Section,
    Table,
    cell_text,
    reason_line,
    value_text,
)
from app.speech.units import NO_BREAK, Value, interval
from app.speech.words import Glyph, Signed, verdict_word
from core.errors import Problem
from core.quality import Judgement, Verdict, Word
from core.robot.model import RobotModel


def left_out_lines(robot: RobotModel | None) -> list[str]:
    """A sentence on the joints beside the arm; none where the description has none."""
    return [note_text(remark) for remark in _remarks(robot)]


def left_out_json(robot: RobotModel | None) -> list[dict[str, object]]:
    """The same as an entry with its ``code``, ``text`` and ``joints``."""
    return [{"code": remark.code, "text": note_text(remark), **remark.facts} for remark in _remarks(robot)]


def _remarks(robot: RobotModel | None) -> list[Problem]:
    if robot is None or not robot.left_out_joints:
        return []
    return [Problem("", "robot-held-joints", {"joints": robot.left_out_joints})]


def judgement_lines(judgement: Judgement) -> Iterator[str]:
    """The verdict in plain words, and one line for every reason."""
    yield verdict_line(judgement.verdict)
    for reason in judgement.reasons:
        yield f"  - {reason_text(reason)}"


def verdict_line(verdict: Verdict | Word) -> str:
    """The word of a verdict and its meaning, in one line."""
    word, _, meaning = verdict_text(verdict).partition(": ")
    return f"Verdict: {word}. {meaning[:1].upper()}{meaning[1:]}"


def presentation_lines(shown: Presentation) -> Iterator[RenderableType]:
    """Mark, headline and circumstances, then every section; the verdict is above its reasons."""
    yield from (plain(text) for text in (shown.mark, shown.headline, shown.circumstances) if text)
    reasons = [value_text(row.value) for row in shown.reasons]
    for section in shown.sections:
        if section.name == REASONS:
            yield verdict_line(shown.word)
            yield from (plain(f"  - {reason_line(row)}") for row in shown.reasons)
        else:
            yield from section_lines(section, said=reasons)


def plain(text: str) -> str:
    """Text with ordinary blanks, which a search finds."""
    return text.replace(NO_BREAK, " ")


def section_lines(section: Section, *, said: Sequence[str] = ()) -> Iterator[RenderableType]:
    """One section; of several figures the summaries, but for those that are ``said`` elsewhere."""
    if isinstance(section, Figure):
        yield plain(str(section.summary.value))
    elif isinstance(section, Figures):
        texts = [value_text(one.summary.value) for one in section.figures]
        yield from _sentences(section.title, [text for text in texts if text not in said])
    elif isinstance(section, Table):
        yield _table(section)
        if section.note:
            yield plain(section.note)
    elif isinstance(section, Rows):
        if all(not row.label for row in section.rows):
            yield from _sentences(section.title, [str(row.value) for row in section.rows])
        else:
            yield _rows(section)


def _sentences(title: str, sentences: Sequence[str]) -> Iterator[str]:
    if sentences:
        yield title
        yield from (plain(f"  - {text}") for text in sentences)


def _rows(section: Rows) -> RenderableType:
    """Table of label, value, 95 %, verdict and remark; columns without content are left out."""
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
    verdict = "" if row.word is None else verdict_word(row.word)
    return row.label, value_text(row.value), f"95 %: {within}" if within else "", verdict, row.remark


def _table(section: Table) -> RenderableType:
    """Table of a section; the names of its lines are first, where commands take them."""
    made = _quiet(section.title, has_head=True)
    is_named = any(":" in line.name for line in section.lines)
    if is_named:
        made.add_column("", overflow="fold")
    for column in section.columns:
        made.add_column(column.head, justify="right" if column.is_number else "left", overflow="fold")
    for line in section.lines:
        pairs = zip(line.cells, section.columns, strict=True)
        texts = (plain(_text(cell, column)) for cell, column in pairs)
        made.add_row(*([line.name] if is_named else []), *texts)
    return made


def _text(cell: Cell, column: Column) -> str:
    if isinstance(cell, Verdict):
        return verdict_word(cell)
    is_notable = isinstance(cell, Bar) and cell.verdict is not Verdict.GOOD
    is_notable |= isinstance(cell, Signed) and cell.glyph in {Glyph.WARNING, Glyph.CROSS, Glyph.AGAIN}
    return cell_text(cell, column) + (" !" if is_notable else "")


def _quiet(title: str, *, has_head: bool) -> RichTable:
    return RichTable(
        title=title, box=box.SIMPLE, title_justify="left", title_style="bold", show_header=has_head
    )
