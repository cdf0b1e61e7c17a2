"""The button that copies a payload in the form that a controller, a simulator or a pendant takes."""

from functools import partial

from PySide6.QtGui import QGuiApplication

from app.jobs.messages import MessageBus, Severity
from app.widgets.menu_button import MenuButton
from core.errors import BadRequest
from core.exchange.payload_forms import PayloadForm, payload_text
from core.exchange.payload_numbers import payload_numbers
from core.payload.result import PayloadResult


class CopyFormsButton(MenuButton):
    """Opens a menu of the forms; the chosen one goes to the clipboard."""

    def __init__(self, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Copy for …"),
            lambda: [(words, partial(self.copy, form)) for form, words in self.entries.items()],
        )
        self._bus = bus
        self._found: PayloadResult | None = None
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
