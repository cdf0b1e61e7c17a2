"""A table with its own rows, low enough to see many at once."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.widgets.table import Column, RowsModel, Table

_ROW_HEIGHT = 38


class RowsTable(Table):
    """A read-only table with its own model, ``rows_model``."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column],
        *,
        widths: Sequence[int],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(name, parent=parent)
        self.rows_model = RowsModel(columns)
        self.setModel(self.rows_model)
        self.set_row_height(_ROW_HEIGHT)
        self.fit_columns(columns, widths=widths)
