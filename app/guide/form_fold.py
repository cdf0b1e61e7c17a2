"""Folds the form of a page away where there is little room, so that the picture of its motion is large."""

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.guide.page import Page
from app.guide.procedure_form import ProcedureForm
from app.look.theme import current_theme
from app.widgets.arranged import in_column
from app.widgets.text import Button

_WIDE_FROM = 900
"""Width of a page, px, from which form and picture have room beside each other."""
_FOLLOWED = {QEvent.Type.Resize, QEvent.Type.ShowToParent, QEvent.Type.HideToParent}
_WAS_SET = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
"""Set once a widget was shown or hidden by itself; before, all widgets are hidden."""


class FormFold(QObject):
    """In a narrow page the form is behind ``button`` in the head; ``place`` has the form and is laid out."""

    def __init__(self, page: Page, form: ProcedureForm) -> None:
        super().__init__(page)
        self._page, self._form, self.place = page, form, QWidget()
        in_column((form, 1), of=self.place)
        self.button = Button(self.tr("Settings"), role="segment")
        self.button.setToolTip(self.tr("How it is measured; the usual values are good enough to begin"))
        self.button.setCheckable(True)
        self.button.toggled.connect(self._arrange)
        page.head.addWidget(self.button)
        for followed in (page, form):
            followed.installEventFilter(self)
        current_theme().changed.connect(self._arrange)
        self._arrange()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follow the width of the page, and the form, which is hidden while the arm moves."""
        if event.type() in _FOLLOWED:
            self._arrange()
        return False

    @Slot()
    def _arrange(self) -> None:
        is_narrow = self._page.width() < current_theme().scaled(_WIDE_FROM)
        self.button.setVisible(is_narrow)
        # a place without its form would leave its distance to the picture
        is_empty = self._form.isHidden() and self._form.testAttribute(_WAS_SET)
        self.place.setVisible(not is_empty and (self.button.isChecked() or not is_narrow))
