"""The tables of a result: parameters with ±, recordings compared, and the reasons of the verdict."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.look.tokens import GRID
from app.speech.units import number, percent, with_std
from app.widgets.card import Card
from app.widgets.segmented import Segmented
from app.widgets.table import Cell, Column, RowsModel, Table
from core.identification.result import IdentificationResult, Parameter, Validation
from core.quality import Verdict
from core.recording import FloatArray

_WIDTHS = (0, 176, 112, 120, 144)


class ParametersView(Card):
    """Every parameter with its uncertainty and verdict."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self.model = RowsModel(
            (
                Column(self.tr("Parameter"), stretches=True),
                Column(self.tr("Value ±"), is_number=True),
                Column(self.tr("Unit")),
                Column(self.tr("± in percent"), is_number=True),
                Column(self.tr("Verdict")),
            )
        )
        self.table = Table(self.tr("Parameters"))
        self.table.setModel(self.model)
        # Given widths: measuring every cell of a long table takes longer than a frame.
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
        self.column.addWidget(self.table)

    def show_result(self, result: IdentificationResult) -> None:
        """Show the parameters of another result."""
        friction = [
            (self.tr("Joint {number}, friction").format(number=index + 1), found)
            for index, joint in enumerate(result.friction)
            for found in joint.coefficients
        ]
        rest = [(self.tr("Offset"), found) for found in result.offsets]
        rest += [(self.tr("Coupling"), found) for found in result.coupling]
        base = [("", found) for found in result.base_parameters]
        self.model.show_rows([_parameter_row(place, found) for place, found in (*base, *friction, *rest)])


def _parameter_row(place: str, found: Parameter) -> tuple[Cell, ...]:
    verdict = found.judgement.verdict
    name = f"{place}: {found.expression}" if place else found.expression
    unit = found.unit.removeprefix("1")  # a pure number has no unit to show
    if verdict is Verdict.NOT_MEASURABLE:
        return (name, "–", unit, "–", verdict)
    return (name, with_std(found.value, found.std), unit, percent(found.relative_std), verdict)


class ComparisonView(Card):
    """Every recording against the model, joint by joint."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self._result: IdentificationResult | None = None
        self._joints: tuple[str, ...] = ()
        self.quantity = Segmented(self.tr("Quantity"))
        self.quantity.chosen.connect(lambda _index: self._show())
        self.model = RowsModel((Column(""),))
        self.table = Table(self.tr("Recordings compared"))
        self.table.setModel(self.model)
        row = QHBoxLayout()
        row.setContentsMargins(GRID, 0, 0, 0)
        row.addWidget(self.quantity)
        row.addStretch(1)
        self.column.addLayout(row)
        self.column.addWidget(self.table, 1)

    def show_result(self, result: IdentificationResult, joints: tuple[str, ...]) -> None:
        """Show the validation of another result."""
        self._result, self._joints = result, joints
        words = [self.tr("RMS torque"), self.tr("Relative error")]
        if any(found.rms_current is not None for found in result.validation):
            words.append(self.tr("RMS current"))
        self.quantity.show_words(words)
        self._show()

    def _show(self) -> None:
        if self._result is None:
            return
        joints = [Column(str(index + 1), is_number=True) for index in range(len(self._joints))]
        columns = (
            Column(self.tr("Recording"), stretches=True),
            Column(self.tr("Used to")),
            Column(self.tr("All joints"), is_number=True),
            *joints,
        )
        self.model.show_rows([self._row(found) for found in self._result.validation], columns=columns)
        self.table.fit_columns(columns)

    def _row(self, found: Validation) -> tuple[Cell, ...]:
        used = self.tr("fit") if found.used_in_fit else self.tr("judge")
        total, per_joint, unit = self._numbers(found)
        if not unit:
            return (found.recording, used, percent(total), *(percent(float(v)) for v in per_joint))
        cells = (number(float(value)) for value in per_joint)
        return (found.recording, used, f"{number(total)} {unit}", *cells)

    def _numbers(self, found: Validation) -> tuple[float, FloatArray, str]:
        if self.quantity.index == 1:
            return found.total_relative_error, found.relative_error, ""
        if self.quantity.index == 2 and found.rms_current is not None:
            return found.total_rms_current or 0.0, found.rms_current, "A"
        return found.total_rms_torque, found.rms_torque, "N·m"
