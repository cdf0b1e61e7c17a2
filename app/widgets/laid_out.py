"""The height that a column of Qt really needs if its words wrap, which is more than its own minimum."""

from PySide6.QtWidgets import QLayout, QVBoxLayout


def height_as_laid_out(layout: QLayout, width: int) -> int:
    """Least height of a column at this width at which every item gets its own least height.

    Qt gives items that wrap their preferred height. With less space it cuts all items down to a common
    height, even below the minimum of an item. So the common height must not be below the largest minimum.
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
