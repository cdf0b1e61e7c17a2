"""Load on the flange of a virtual robot, with a button that changes it; not shown for a real arm."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from app.arm.link import RobotLink
from app.arm.link_state import LinkState
from app.look.tokens import GRID
from app.speech.quantities import read_place
from app.speech.units import KILOGRAM, number, parse_mass
from app.widgets.fields import CheckedField
from app.widgets.glyphs import Glyph
from app.widgets.layouts import Card, Flow, SignedText, keep_size
from app.widgets.text import Button
from core.bounds import PLACE
from core.errors import BadRequest
from core.recording import Mark
from devices.virtual.settings import HUNG, SCHEME, parse_virtual

if TYPE_CHECKING:
    from app.arm.session import RobotSession

DEFAULT_MASS, DEFAULT_CENTER = "2.4 kg", "40 30 80 mm"
"""Default load."""
_FIELD_WIDTH = 120
_NOTHING = (0.0, (0.0, 0.0, 0.0))


class VirtualFlange(Card):
    """A line with the present load, fields for another load, and a button that attaches or removes it."""

    asked = Signal()
    """Emitted before the load changes; a preview becomes void."""
    changed = Signal()
    """Emitted when the load has changed."""

    def __init__(self, link: RobotLink, *, is_for_reference: bool) -> None:
        super().__init__(margin=GRID)
        self._link, self._is_for_reference = link, is_for_reference
        self._wanted: tuple[float, tuple[float, float, float]] | None = None
        self.setAccessibleName(self.tr("Flange of the virtual robot"))
        self.state = SignedText()
        self.mass = CheckedField(
            self.tr("Mass to hang on the virtual robot"), parse_mass, bounds=HUNG, accepts=DEFAULT_MASS
        )
        self.center = CheckedField(
            self.tr("Its centre from the flange"), read_place, bounds=PLACE, accepts=DEFAULT_CENTER
        )
        self.mass.begin_with(DEFAULT_MASS)
        self.center.begin_with(DEFAULT_CENTER)
        words = self.tr("Take it off") if is_for_reference else self.tr("Hang it there")
        self.button = Button(words)
        self.button.clicked.connect(self._press)
        for field in (self.mass, self.center):
            if is_for_reference:
                field.hide()
            keep_size(field.edit, width=_FIELD_WIDTH)
            field.changed.connect(self.show_state)
        row = Flow()
        row.addWidget(self.state)
        for widget in (self.mass, self.center, self.button):
            row.addWidget(widget)
        self.column.addLayout(row)
        link.hung.connect(self._hung)
        link.failed.connect(self._failed)
        link.busy_changed.connect(self._go_on)
        link.state_changed.connect(self.show_state)
        self.show_state()

    @property
    def hung_mass(self) -> float | None:
        """Mass on the flange, kg; None for an arm that is not virtual."""
        session = self._link.session
        if session is None or not _takes_loads(session):
            return None
        return session.hung.mass if session.hung is not None else _began_with(session.uri)

    @property
    def is_waiting(self) -> bool:
        """True if a change of the load is pending."""
        return self._wanted is not None

    @Slot()
    def show_state(self) -> None:
        """Show the present load, and enable the button if it can be changed."""
        session = self._link.session
        is_virtual = session is not None and _takes_loads(session)
        mass = self.hung_mass
        self.setVisible(is_virtual and not (self._is_for_reference and not mass and not self.is_waiting))
        is_right = bool(mass) != self._is_for_reference
        self.state.show_text(Glyph.CHECK if is_right else Glyph.WARNING, self._state_words(mass))
        is_free = self._link.state in {LinkState.READY, LinkState.ARMED} and not self._link.is_running
        is_understood = self.mass.is_understood and self.center.is_understood
        self.button.setEnabled(is_free and not self.is_waiting and is_understood)

    def _state_words(self, mass: float | None) -> str:
        if self.is_waiting:
            return self.tr("The virtual robot's flange is being changed …")
        if mass:
            words = self.tr("{mass} kg hang on the virtual robot.")
            return words.format(mass=number(mass * KILOGRAM.per_si, digits=3))
        return self.tr("Nothing hangs on the virtual robot.")

    @Slot()
    def _press(self) -> None:
        if self._is_for_reference:
            self._wanted = _NOTHING
        else:
            mass, center = self.mass.value, self.center.value
            if not isinstance(mass, float):
                return
            x, y, z = center if isinstance(center, tuple) else _NOTHING[1]
            self._wanted = (mass, (x, y, z))
        self.asked.emit()
        if self._link.is_preparing:  # the preview would be void
            self._link.stop()
        self.show_state()
        self._go_on()

    @Slot()
    def _go_on(self) -> None:
        """Change the load as soon as the robot's thread is free."""
        wanted = self._wanted
        if wanted is not None and not self._link.is_working and self._link.is_connected:
            self._wanted = None
            self._link.hang_on_virtual(*wanted)
        self.show_state()

    @Slot()
    def _hung(self) -> None:
        self.show_state()
        self.changed.emit()

    @Slot(str, object)
    def _failed(self, _work: str, _error: BaseException) -> None:
        self._wanted = None
        self.show_state()


def _takes_loads(session: "RobotSession") -> bool:
    """True for the virtual robot; the emulated controller of a maker takes no load from this program."""
    is_virtual = session.capabilities.mark is Mark.VIRTUAL
    return is_virtual and session.uri.partition(":")[0] == SCHEME


def _began_with(uri: str) -> float:
    """Mass on the flange of a virtual robot when it is switched on, kg."""
    try:
        return parse_virtual(uri).payload_kg
    except BadRequest:
        return 0.0
