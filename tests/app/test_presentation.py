"""Several figures, details and columns of a presentation, as terminal and paper show them."""

from collections.abc import Sequence
from io import StringIO

import numpy as np
from reportlab.graphics.shapes import Drawing
from rich.console import Console

from app.paper.presentation_pages import Subject, subject_page
from app.presentation import (
    REASONS,
    Column,
    Figure,
    Figures,
    Line,
    Presentation,
    Row,
    Rows,
    Series,
    Table,
)
from app.speech.units import DEGREE, NEWTON_METRE, PURE, Value
from app.terminal.presentation_lines import presentation_lines
from core.quality import Verdict

WORN = "Joint 2 is worn."


def _figure(name: str, summary: str, *series: Series) -> Figure:
    x, y = Column("angle", "Angle", DEGREE), Column("load", "Load", NEWTON_METRE)
    return Figure(name=name, title=f"Joint {name}", x=x, y=y, series=series, summary=Row("", "", summary))


def _shown() -> Presentation:
    x = np.linspace(-1.0, 1.0, 2000)
    points = Series("measured", "measured", x[::200], x[::200], x_std=None, y_std=np.full(10, 0.1))
    line = Series("of the model", "model", x, np.where(np.abs(x) < 0.1, np.nan, np.sign(x)))
    figures = (_figure("1", "Joint 1 is stiff.", points, line), _figure("2", WORN))
    numbers = Table(
        name="numbers",
        title="Numbers",
        columns=(Column("joint", "joint"), Column("value", "value", PURE), Column("remark", "remark")),
        lines=(Line("", ("Joint 1", Value(2.5), "new")),),
    )
    detail = Table(
        name="all", title="Every point", columns=numbers.columns, lines=numbers.lines, is_detail=True
    )
    reasons = Rows(name=REASONS, title="Reasons", rows=(Row("worn", "", WORN, Verdict.REPEAT),))
    curves = Figures(name="curves", title="Curves", figures=figures)
    return Presentation("Title", "Headline.", Verdict.REPEAT, (numbers, curves, detail, reasons))


def _printed(shown: Presentation) -> str:
    console = Console(width=120, file=StringIO())
    with console.capture() as capture:
        for line in presentation_lines(shown):
            console.print(line)
    return capture.get()


def _drawings(parts: Sequence[object]) -> list[Drawing]:
    cells = [cell for part in parts for row in getattr(part, "_cellvalues", ()) for cell in row]
    return [cell for cell in cells if isinstance(cell, Drawing) and cell.width > 100.0]


def test_a_terminal_has_the_summary_of_each_figure_and_says_nothing_twice() -> None:
    text = _printed(_shown())
    assert "Joint 1 is stiff." in text
    assert text.count(WORN) == 1, "it is a reason already"
    assert "Every point" in text


def test_paper_has_the_figures_that_show_something_and_no_details() -> None:
    parts = list(subject_page(Subject("Chapter", _shown()), 90.0))
    assert len(_drawings(parts)) == 1
    texts = [part.text for part in parts if hasattr(part, "text")]
    assert "Numbers" in texts
    assert "Every point" not in texts


def test_columns_of_a_table_are_chosen_by_name() -> None:
    table = _shown().table("numbers")
    assert table is not None
    chosen = table.only("remark", "joint")
    assert [one.name for one in chosen.columns] == ["remark", "joint"]
    assert chosen.lines[0].cells == ("new", "Joint 1")
