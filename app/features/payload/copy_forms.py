"""The button that copies a payload in the form that a controller, a simulator or a pendant takes."""

from PySide6.QtCore import QPoint, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.jobs.messages import MessageBus, Severity
from app.widgets.popups import popup_rule
from app.widgets.text import Button
from core.errors import BadRequest
from core.exchange.payload_forms import PayloadForm, payload_text
from core.exchange.payload_numbers import payload_numbers
from core.payload.result import PayloadResult


class CopyFormsButton(Button):
    """Opens a menu of the forms; the chosen one goes to the clipboard."""

    def __init__(self, bus: MessageBus, *, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Copy for …"), role="quiet", parent=parent)
        self._bus = bus
        self._found: PayloadResult | None = None
        self.clicked.connect(self._open_menu)
        self.show_payload(None)

    @property
    def entries(self) -> dict[PayloadForm, str]:
        """Words of the menu."""
        return {
            PayloadForm.URSCRIPT: self.tr("URScript (Universal Robots)"),
            PayloadForm.FRANKA: self.tr("End effector as JSON (Franka)"),
            PayloadForm.RAPID: self.tr("RAPID loaddata (ABB)"),
            PayloadForm.KRL: self.tr("KRL LOAD_DATA (KUKA)"),
            PayloadForm.URDF: self.tr("URDF link"),
            PayloadForm.MJCF: self.tr("MJCF body"),
            PayloadForm.TEXT: self.tr("Text to type in at a pendant"),
        }

    def show_payload(self, found: PayloadResult | None) -> None:
        """Offer a complete payload; nothing where it is None."""
        self._found = found
        self.setEnabled(found is not None)

    @Slot()
    def _open_menu(self) -> None:
        if not popup_rule().permits():
            return
        menu = QMenu(self)
        for form, words in self.entries.items():
            menu.addAction(words).triggered.connect(lambda _checked=False, form=form: self.copy(form))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    def copy(self, form: PayloadForm) -> None:
        """Copy the payload in this form, and say whose axes and units it has."""
        if self._found is None:
            return
        try:
            text, numbers = payload_text(self._found, form), payload_numbers(self._found)
        except BadRequest as error:
            self._bus.show_error(error)
            return
        QGuiApplication.clipboard().setText(text)
        words = self.tr("In the clipboard: {form}, in the flange frame.").format(form=self.entries[form])
        unknown = self.tr("Its inertia was not measured and is left out or zero.")
        self._bus.show(words, unknown if numbers.inertia is None else "", severity=Severity.GOOD)
