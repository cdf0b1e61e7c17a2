"""A picture with other parts above and below it."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.widgets.layouts import bare_column


def stacked(view: QWidget, *parts: QWidget | QHBoxLayout, picture: int = 1) -> None:
    """Lay out parts one below the other; the part ``picture`` takes the height that is left."""
    bare_column(*((part, int(place == picture)) for place, part in enumerate(parts)), of=view)
