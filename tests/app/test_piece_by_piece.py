"""Work of the window done piece by piece: one piece a turn, in order, and none after it was cleared."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.widgets.piece_by_piece import PieceByPiece


def test_pieces_are_done_one_a_turn_in_their_order(qtbot: QtBot) -> None:
    owner = QObject()
    work, done = PieceByPiece(owner), []

    def piece(number: int) -> Callable[[], None]:
        return lambda: done.append((number, work.is_done))

    work.add(piece(1), piece(2))
    work.add(piece(3))
    assert done == [], "not in this turn"
    qtbot.waitUntil(lambda: work.is_done)
    assert done == [(1, False), (2, False), (3, True)]
    assert not work.isActive()


def test_what_was_cleared_is_left_out(qtbot: QtBot) -> None:
    owner = QObject()
    work, done = PieceByPiece(owner), []
    work.add(lambda: done.append("before"))
    work.clear()
    assert work.is_done
    work.add(lambda: done.append("after"))
    qtbot.waitUntil(lambda: bool(done))
    assert done == ["after"]
