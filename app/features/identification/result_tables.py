"""The tables of a result: parameters with ±, and recordings compared."""

from dataclasses import replace

from app.features.identification.parameters import in_one, parameter_columns, parameters
from app.features.identification.presentation import RELATIVE, RMS_CURRENT, RMS_TORQUE
from app.look.tokens import GRID
from app.presentation import Table
from app.widgets.arranged import fill, in_row
from app.widgets.card import Card
from app.widgets.presentation_view import show_table, shown_cells, shown_column
from app.widgets.rows_table import RowsTable
from app.widgets.segmented import Segmented
from app.widgets.table import RowsModel
from app.widgets.table import Table as TableView
from core.identification.result import IdentificationResult

_WIDTHS = (0, 184, 124, 104, 104, 164)


class ParametersView(Card):
    """Every parameter with its uncertainty and verdict."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        heads = [shown_column(one, stretches=place == 0) for place, one in enumerate(parameter_columns())]
        self.model = RowsModel(heads)
        self.table = TableView(self.tr("Parameters"))
        self.table.setModel(self.model)
        # Given widths: measuring every cell of a long table takes longer than a frame.
        self.table.fit_columns(heads, widths=_WIDTHS)
        self.column.addWidget(self.table)

    def show_result(self, result: IdentificationResult) -> None:
        """Show the parameters of another result."""
        table = in_one(parameters(result))
        self.model.show_rows([shown_cells(line.cells, table.columns) for line in table.lines])


class ComparisonView(Card):
    """Every recording against the model, joint by joint."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._errors: Table | None = None
        self.quantity = Segmented(self.tr("Quantity"))
        self.quantity.chosen.connect(lambda _index: self._show())
        self.table = RowsTable(self.tr("Recordings compared"), (), widths=())
        self.model = self.table.rows_model
        fill(self.column, in_row(self.quantity, 1, margins=(GRID, 0, 0, 0)), (self.table, 1))

    def show_errors(self, errors: Table | None) -> None:
        """Show the errors of another result."""
        self._errors = errors
        self.quantity.show_words([words for _, words in self._quantities()])
        self._show()

    def _quantities(self) -> list[tuple[str, str]]:
        """Quantities that the errors have: names of lines, with words."""
        words = {
            RMS_TORQUE: self.tr("RMS torque"),
            RELATIVE: self.tr("Relative error"),
            RMS_CURRENT: self.tr("RMS current"),
        }
        there = {line.name for line in self._errors.lines} if self._errors is not None else set()
        return [(name, text) for name, text in words.items() if name in there]

    def _show(self) -> None:
        offered = self._quantities()
        if self._errors is None or not 0 <= self.quantity.index < len(offered):
            return
        wanted = offered[self.quantity.index][0]
        lines = tuple(line for line in self._errors.lines if line.name == wanted)
        show_table(self.table, replace(self._errors, lines=lines))
