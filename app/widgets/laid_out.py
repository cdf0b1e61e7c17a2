"""What Qt's columns really take, where words wrap: more than they say they need at least."""

from PySide6.QtWidgets import QLayout, QVBoxLayout


def height_as_laid_out(layout: QLayout, width: int) -> int:
    """How high a column must be for everything in it to get its least height.

    Qt wants to give what wraps all the height it would like. Where there is less room, it cuts
    everything down to one height, whatever an item needs at least: that height must not be below
    the least of the item that needs most.
    """
    if not isinstance(layout, QVBoxLayout):
        return 0
    margins = layout.contentsMargins()
    inside = width - margins.left() - margins.right()
    liked, least = [], []
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if item is not None and not item.isEmpty():
            wraps = item.hasHeightForWidth()
            least.append(item.minimumHeightForWidth(inside) if wraps else item.minimumSize().height())
            liked.append(item.heightForWidth(inside) if wraps else least[-1])
    most = max(least, default=0)
    between = layout.spacing() * max(len(liked) - 1, 0)
    return sum(min(each, most) for each in liked) + between + margins.top() + margins.bottom()
