"""Arms in the pictures are drawn as in the program, by a process of their own."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.widgets.arm_drawer import ArmDrawer, current_drawer, use_drawer


@contextmanager
def drawn_arms() -> Iterator[None]:
    """Context in which a process draws the arms of all windows."""
    drawer = ArmDrawer()
    use_drawer(drawer)
    try:
        yield
    finally:
        use_drawer(None)
        drawer.shutdown()


def is_drawing() -> bool:
    """Whether an arm is drawn that will look different then."""
    drawer = current_drawer()
    return drawer is not None and drawer.is_busy
