"""Text in tables (CSV) that a spreadsheet shows as text: the one place that neutralises formulas.

A spreadsheet takes a cell that begins with ``=``, ``+``, ``-``, ``@``, a tab or a line end for a formula
and may run it. Such a text gets an apostrophe in front, the spreadsheets' own mark of a text; our readers
take it away again. Numbers stay numbers.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence

_NUMBER = re.compile(r"[+-]?((\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|inf|nan)", re.IGNORECASE)
_FORMULA = re.compile(r"'*\s*[=+\-@\t\r\n＝＋－＠]")
"""Also behind apostrophes, so that a text which has some of its own is read back as it was."""
_GUARDED = re.compile(r"''*\s*[=+\-@\t\r\n＝＋－＠]")
_BETWEEN_CELLS = re.compile(r"([,;\t])")


def text_cell(value: object) -> str:
    """A cell as it is written: a text that a spreadsheet would run is marked as a text."""
    text = str(value)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def read_cell(text: str) -> str:
    """The text that ``text_cell`` wrote; every other one as it is."""
    return text[1:] if _GUARDED.match(text) else text


def remark_line(remark: str) -> str:
    """A remark behind ``#`` on one line; where a spreadsheet breaks it into cells, each is a text."""
    first, *rest = _BETWEEN_CELLS.split(" ".join(remark.split()))
    guarded = (f"{part[: len(part) - len(part.lstrip())]}{text_cell(part.lstrip())}" for part in rest)
    return f"# {first}{''.join(guarded)}\n"


def table_text(rows: Iterable[Sequence[object]], *, remarks: Iterable[str] = ()) -> str:
    """A whole table: remarks behind ``#``, then the rows, the header first."""
    stream = io.StringIO()
    stream.writelines(remark_line(remark) for remark in remarks)
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([text_cell(value) for value in row] for row in rows)
    return stream.getvalue()
