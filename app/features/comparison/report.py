"""The report of the changes between two visits to one arm, as one page of PDF."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.features.comparison.numbers import NUMBERS, is_changed
from app.features.comparison.presentation import CHANGES
from app.paper.page import PageText, page_count, write_pages
from app.paper.presentation_pages import story
from app.presentation import REASONS, Line, Presentation, Row, Rows, Section, Table
from app.speech.language import joined_sentences, translate

_SENTENCES, _REASONS = 12, 6
"""Largest numbers of sentences and of reasons on the page; the rest of it is for numbers."""
_LEFT_OUT = ("change", "seen-from")
"""Columns without room on paper; the change is shown where there is no relative change."""


def _tr(text: str) -> str:
    return translate("Comparison", text)


def write_page(shown: Presentation, path: Path, page: PageText) -> None:
    """Write the page to ``path``, with as many lines of numbers as it holds; it appears whole or not at all.

    Raises
    ------
    OSError
        When the file cannot be written.
    """
    table = shown.table(NUMBERS)
    # bisection: a page with ``fits`` lines is one page, one with ``too_many`` is not or has no such lines
    fits, too_many = 0, len(table.lines) + 1 if table is not None else 1
    while too_many - fits > 1:
        tried = (fits + too_many) // 2
        if page_count(page, story(_shortened(shown, tried))) == 1:
            fits = tried
        else:
            too_many = tried
    write_pages(path, page, story(_shortened(shown, fits)))


def _shortened(shown: Presentation, lines: int) -> Presentation:
    sections: list[Section] = []
    for section in shown.sections:
        if isinstance(section, Rows) and section.name in {CHANGES, REASONS}:
            most = _SENTENCES if section.name == CHANGES else _REASONS
            sections.append(replace(section, rows=_first(section.rows, most)))
        elif isinstance(section, Table) and section.name == NUMBERS and section.lines:
            sections.append(_narrow(section, lines))
    return replace(shown, sections=tuple(sections))


def _first(rows: Sequence[Row], most: int) -> tuple[Row, ...]:
    more = _tr("and {count} more, in the program").format(count=len(rows) - most)
    return (*rows[:most], *([Row("more", "", more)] if len(rows) > most else []))


def _narrow(table: Table, lines: int) -> Table:
    """The first ``lines`` of a table, changed quantities first, without the columns that do not fit."""
    names = [column.name for column in table.columns]
    kept = [place for place, name in enumerate(names) if name not in _LEFT_OUT]
    change, relative = names.index("change"), names.index("relative")

    def narrow(line: Line) -> Line:
        cells = [line.cells[place] or line.cells[change] if place == relative else line.cells[place]
                 for place in kept]  # fmt: skip
        return replace(line, cells=tuple(cells))

    ordered = sorted(table.lines, key=lambda line: not is_changed(line))
    left = len(ordered) - lines
    more = _tr("and {count} more quantities, in the program").format(count=left) if left else ""
    columns = (replace(table.columns[place], label=table.columns[change].label) if place == relative
               else table.columns[place] for place in kept)  # fmt: skip
    return replace(
        table,
        columns=tuple(columns),
        lines=tuple(narrow(line) for line in ordered[:lines]),
        note=joined_sentences(more and f"{more}.", table.note),
    )
