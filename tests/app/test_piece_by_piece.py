"""Work of the window done piece by piece: one piece a turn, in order, and none after it was cleared."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject
from pytestqt.qtbot import QtBot

from app.shell.window import Window
from app.visit.steps import Step
from app.widgets.piece_by_piece import PieceByPiece
from tests.app import arm_change_examples, twist_examples
from tests.app.made_visit import put_made_result
from tests.app.robot_bench import Bench
from tests.waiting import wait_until


def test_pieces_are_done_one_a_turn_in_their_order(qtbot: QtBot) -> None:
    owner = QObject()
    work, done = PieceByPiece(owner), []

    def piece(number: int) -> Callable[[], None]:
        return lambda: done.append((number, work.is_done))

    work.add(piece(1), piece(2))
    work.add(piece(3))
    assert done == [], "not in this turn"
    wait_until(lambda: work.is_done)
    assert done == [(1, False), (2, False), (3, True)]
    assert not work.isActive()


def test_what_was_cleared_is_left_out(qtbot: QtBot) -> None:
    owner = QObject()
    work, done = PieceByPiece(owner), []
    work.add(lambda: done.append("before"))
    work.clear()
    assert work.is_done
    work.add(lambda: done.append("after"))
    wait_until(lambda: bool(done))
    assert done == ["after"]


SHOWN: dict[Step, Callable[[Window], object]] = {
    Step.RESULTS: lambda window: put_made_result(window.visit),
    Step.TWIST: lambda window: window.pages[Step.TWIST].show_elasticity(twist_examples.elasticity()),
    Step.STIFFNESS: lambda window: window.pages[Step.STIFFNESS].result.show_stiffness(
        arm_change_examples.reduced(1.0)
    ),
}


@pytest.mark.parametrize("step", SHOWN)
def test_a_page_fills_the_views_behind_the_first_one_a_turn(window_with_result: Window, step: Step) -> None:
    window_with_result.open_step(step)
    page = window_with_result.pages[step]
    work = (page if step is Step.RESULTS else page.result).hidden_views
    wait_until(lambda: work.is_done)
    SHOWN[step](window_with_result)
    left = [len(work._left)]
    work.timeout.connect(lambda: left.append(len(work._left)))
    wait_until(lambda: work.is_done)
    assert left[0] > 1, "they wait for later turns"
    assert all(before - after <= 1 for before, after in pairwise(left))


class FirstPaint(QObject):
    """Notes that a page is painted: it was laid out before."""

    def __init__(self, seen: list[str]) -> None:
        super().__init__()
        self._seen = seen

    def eventFilter(self, _page: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Paint:
            self._seen.append("painted")
        return False


def test_a_preview_comes_a_turn_after_its_page_was_laid_out(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, page, prepare = list[str](), bench.window.pages[Step.CHECK], bench.link.prepare
    bench.connect()
    monkeypatch.setattr(bench.link, "prepare", lambda procedure: (seen.append("preview"), prepare(procedure)))
    noting = FirstPaint(seen)
    page.installEventFilter(noting)
    bench.window.open_step(Step.CHECK)
    assert "preview" not in seen, "not in the turn that opens the page"
    wait_until(lambda: page.run.is_prepared)
    page.removeEventFilter(noting)
    assert seen.index("painted") < seen.index("preview")


def test_a_visit_is_shown_a_turn_after_every_page_has_followed_it(still_window: Window) -> None:
    wanted: list[object] = []
    still_window.visits.step_wanted.connect(lambda *place: wanted.append(place))
    still_window.visit.opened.emit()
    assert wanted == []
    wait_until(lambda: wanted, "the step at which it was left")
