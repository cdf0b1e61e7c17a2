"""The tag of a visit: what a person calls it. It is stored among the settings of the visit file.

Robot and serial number are known from the recordings; the tag adds what only a person knows, and the serial
number of an arm whose recordings are files.
"""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from core.setting import setting

if TYPE_CHECKING:
    from core.storage.visit import Visit

TAG = "tag"
"""Name of the settings in the file."""
LONGEST_LINE = 120
LONGEST_NOTE = 4000


@dataclass(frozen=True)
class VisitTag:
    """Texts of a person on a visit; empty where none was entered."""

    name: str = setting(
        "", "The visit is found by this name.", caption="Name", auto="Robot, serial number and date"
    )
    customer: str = setting("", "Where the arm works.", caption="Customer or cell", example="Cell 4, hall B")
    serial: str = setting(
        "",
        "Serial number of the arm. It is read from the controller; enter it where the recordings are files.",
        caption="Serial number",
        auto="As the controller reports it",
    )
    note: str = setting(
        "",
        "Whatever the next person should know.",
        caption="Note",
        example="New gear grease in joint 2 on Monday",
    )

    @property
    def cleaned(self) -> "VisitTag":
        """The tag without what cannot be stored or shown: control characters, blanks at the ends, excess."""
        lines = {one.name: _line(getattr(self, one.name)) for one in fields(self)}
        note = "\n".join(_line(line, LONGEST_NOTE) for line in self.note.splitlines())
        return VisitTag(**{**lines, "note": note.strip()[:LONGEST_NOTE]})


def tag_of(visit: "Visit") -> VisitTag:
    """The tag stored in a visit; an empty one where there is none, as in files of older programs."""
    return (visit.settings(TAG, VisitTag) or VisitTag()).cleaned


def usual_name(*facts: str) -> str:
    """Name of a visit without one of its own: robot, serial number and date, as far as they are known."""
    return ", ".join(fact for fact in facts if fact)


def _line(text: str, longest: int = LONGEST_LINE) -> str:
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:longest]
