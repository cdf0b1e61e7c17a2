"""Field for the mounting of an arm's base: a choice in plain words, or three angles."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.speech.language import translate
from app.speech.quantities import NotUnderstood
from app.widgets.choice import Choice
from app.widgets.fields import CheckedField
from app.widgets.layouts import bare_row, keep_size
from core.errors import BadRequest
from core.robot.mounting import PRESETS, mounting_angles

TABLE = "table"
_TURNED = "turned"
_EXAMPLE = "0,30,0"
_LEAST_WIDTH, _MOST_WIDTH = 200, 272
_ANGLES_WIDTH = 136


def mounting_words(name: str) -> str:
    """A mounting by its name in words, such as "on a wall"."""
    known = {
        TABLE: translate("Mounting", "on a table or the floor"),
        "wall": translate("Mounting", "on a wall, the base's x downwards"),
        "ceiling": translate("Mounting", "on the ceiling"),
    }
    return known.get(name) or translate("Mounting", "turned by {angles}°").format(angles=name)


def robot_words(robot: str, mounting: str) -> str:
    """A robot with its mounting, where that is not the usual one."""
    return robot if mounting == TABLE else f"{robot}, {mounting_words(mounting)}"


class MountingField(QWidget):
    """Choice of a mounting; an angle field appears for one that is turned otherwise."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice = Choice(self.tr("Mounting"))
        keep_size(self.choice, least_width=_LEAST_WIDTH, most_width=_MOST_WIDTH)
        turned = self.tr("turned by angles …")
        self.choice.offer([*((name, mounting_words(name)) for name in PRESETS), (_TURNED, turned)])
        self.choice.choose(TABLE)
        self.choice.picked.connect(self._picked)
        self.angles = CheckedField(
            self.tr("Roll, pitch, yaw in degrees"),
            _angles,
            bounds=None,
            accepts=_EXAMPLE,
            explanation=self.tr("Turns of the base about the room's fixed x, then y, then z, in degrees."),
        )
        keep_size(self.angles.edit, width=_ANGLES_WIDTH)
        self.angles.begin_with(_EXAMPLE)
        self.angles.changed.connect(self.changed)
        self.angles.hide()
        bare_row(self.choice, self.angles, of=self)

    @property
    def is_understood(self) -> bool:
        """True unless angles are wanted and cannot be read."""
        return self.choice.value != _TURNED or self.angles.is_understood

    @property
    def mounting(self) -> str:
        """The mounting as ``core.robot.mounting`` reads it; only while ``is_understood``."""
        chosen = str(self.choice.value or TABLE)
        return self.angles.edit.text().strip() if chosen == _TURNED else chosen

    def show_mounting(self, name: str) -> None:
        """Choose a mounting by its name."""
        if name in PRESETS:
            self.choice.choose(name)
        else:
            self.choice.choose(_TURNED)
            self.angles.show_text(name)
        self._picked()

    @Slot()
    def _picked(self) -> None:
        self.angles.setVisible(self.choice.value == _TURNED)
        self.changed.emit()


def _angles(text: str) -> object:
    try:
        return mounting_angles(text)
    except BadRequest as refused:
        raise NotUnderstood(text) from refused
