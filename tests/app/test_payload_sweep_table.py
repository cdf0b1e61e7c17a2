"""The sweeps on the payload's page: each is shown, left out, counted again, repeated."""

from dataclasses import replace

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.features.payload.page import SWEEPS, PayloadPage
from app.features.payload.sweep_table import RESIDUAL, USE
from app.shell.window import Window
from core.errors import NotIdentifiable
from core.workflow import Product
from tests.app import payload_examples
from tests.app.payload_pages import BLANK, answered, payload_made, show
from tests.app.plan_examples import answer, asked, refuse, task_of

LEFT = Qt.MouseButton.LeftButton


def test_the_table_shows_every_sweep(still_window: Window, qtbot: QtBot) -> None:
    page = show(still_window, payload_examples.payload())
    page.show_view(SWEEPS)
    model = page.sweeps.model
    assert model.rowCount() == 8
    role = Qt.ItemDataRole.AccessibleTextRole
    row = [str(model.data(model.index(0, column), role)) for column in range(model.columnCount())]
    assert row[:5] == ["counts", "J2, wrist position 1", "−118 to −63", "3.00", "2187"]
    assert row[RESIDUAL].replace(BLANK, " ") == "0.0630 N·m left over, 0.0500 N·m expected of noise, good"
    worst = [r for r in range(8) if "the largest" in str(model.data(model.index(r, RESIDUAL), role))]
    assert worst == [2], "rms 0.069 N·m"
    page.sweeps.choose(0)
    assert page.sweeps.words.startswith("J2, wrist position 1")
    assert page.sweeps.shifts.accessibleDescription().replace(BLANK, " ") == (
        "Mass: −0.0032 kg. Centre, x: −0.60 mm. Centre, y: +0.60 mm. Centre, z: 0.00 mm."
    )


def test_a_sweep_is_left_out_and_the_payload_is_computed_again(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    page = show(window, payload_examples.payload())
    page.show_view(SWEEPS)
    _press_tick(page, 2, qtbot)
    key = payload_examples.sweeps()[2].key
    job = asked(window._runner, "analyse_payload")
    assert task_of(job).arguments["settings"].leave_out == (key,)
    assert page.sweeps.words.startswith("J2, wrist position 3"), "its shift is shown at once"
    assert "1 left out · working it out again" in page.sweeps.words
    assert not page.primary_enabled
    lighter = replace(
        payload_examples.payload(leave_out=(key,)), estimate=replace(payload_examples.estimate(), mass=2.405)
    )
    answer(window._runner, "analyse_payload", lighter, products={Product.PAYLOAD: payload_made(lighter)})
    assert answered(page) == "The payload is 2.405 kg"
    assert page.sweeps.model.left_out == (key,)
    assert "1 left out" in page.sweeps.words
    assert "It is left out: the numbers do without it." in page.sweeps.words
    qtbot.mouseClick(page.sweeps.all_button, LEFT)
    assert task_of(asked(window._runner, "analyse_payload")).arguments["settings"].leave_out == ()


def test_what_is_ticked_meanwhile_is_worked_out_next(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    page = show(window, payload_examples.payload())
    page.show_view(SWEEPS)
    keys = [sweep.key for sweep in payload_examples.sweeps()]
    _press_tick(page, 0, qtbot)
    first = asked(window._runner, "analyse_payload")
    _press_tick(page, 5, qtbot)
    assert first.is_over, "what was begun is stopped"
    second = asked(window._runner, "analyse_payload")
    assert task_of(second).arguments["settings"].leave_out == (keys[0], keys[5])
    window.visit.cancel()
    assert page.sweeps.model.left_out == (), "a person stopped it: what is shown is what counts"


def test_what_cannot_be_left_out_counts_again(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    page = show(window, payload_examples.payload())
    page.show_view(SWEEPS)
    _press_tick(page, 0, qtbot)
    refuse(window._runner, "analyse_payload", NotIdentifiable("payload-one-joint"))
    assert page.sweeps.model.left_out == ()
    assert window.banner.text
    assert "left out" not in page.sweeps.words


def test_the_space_bar_turns_a_tick_and_the_last_one_stays(still_window: Window, qtbot: QtBot) -> None:
    page = show(still_window, payload_examples.payload())
    page.show_view(SWEEPS)
    page.sweeps.choose(1)
    qtbot.keyClick(page.sweeps.table, Qt.Key.Key_Space)
    assert page.sweeps.model.left_out == (payload_examples.sweeps()[1].key,)
    model = page.sweeps.model
    for row in range(model.rowCount()):
        model.setData(model.index(row, USE), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert len(model.left_out) == model.rowCount() - 1


def test_a_payload_without_sweeps_says_where_it_comes_from(still_window: Window) -> None:
    page = show(still_window, payload_examples.dynamic())
    page.show_view(SWEEPS)
    assert "a pair of excitation runs" in page.sweeps.words
    assert not page.sweeps.repeat_button.isVisible()


def test_leaving_a_sweep_out_is_undone_with_a_button(still_window: Window, qtbot: QtBot) -> None:
    page = show(still_window, payload_examples.payload())
    page.show_view(SWEEPS)
    assert not page.undo_button.isEnabled()
    _press_tick(page, 2, qtbot)
    qtbot.mouseClick(page.undo_button, LEFT)
    task = task_of(asked(still_window._runner, "analyse_payload"))
    assert task.arguments["settings"].leave_out == ()


def _press_tick(page: PayloadPage, row: int, qtbot: QtBot) -> None:
    place = page.sweeps.table.visualRect(page.sweeps.model.index(row, USE)).center()
    qtbot.mouseClick(page.sweeps.table.viewport(), LEFT, pos=place)
