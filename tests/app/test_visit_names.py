"""Names, notes and customers of visits: entered at the beginning, in the list and later, found, undone."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.shell.sides import Side
from app.shell.visit_list import HeadingRow, VisitRow
from app.shell.visit_list_words import Order
from app.shell.visits_page import VisitsPage
from app.shell.window import Window
from app.visit.steps import Step
from core.storage.outline_reading import outline_of
from core.storage.tag import TAG, VisitTag
from core.storage.visit import Visit
from tests.app.compare_examples import of_other_arm, three_visits, write_visit
from tests.waiting import wait_until


def tagged(path: Path, tag: VisitTag) -> None:
    with Visit.open(path) as visit:
        visit.put_settings(TAG, tag)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three visits to an arm, one to another; two of them have a tag."""
    place = tmp_path / "visits"
    place.mkdir()
    three_visits(place)
    write_visit(place / "other.h5", of_other_arm(9.0))
    tagged(place / "spring.h5", VisitTag("After the crash", "Zuse AG", note="Gearbox 2\nwas opened."))
    tagged(place / "other.h5", VisitTag(customer="Ada Ltd"))
    (place / "broken.h5").write_bytes(b"not a visit")
    return place


@pytest.fixture
def page(window: Window, folder: Path) -> VisitsPage:
    """The list of visits, read by the real worker."""
    window.start_page.visits_button.click()
    page = window.pages[Step.VISITS]
    assert isinstance(page, VisitsPage)
    wait_until(lambda: page._has_listed and page._job is None)
    return page


def rows(page: VisitsPage) -> list[str]:
    """Names of the listed visits' files in their order."""
    return [Path(row.path).stem for row in page.list.rows_model.rows if isinstance(row, VisitRow)]


def headings(page: VisitsPage) -> list[str]:
    return [row.words for row in page.list.rows_model.rows if isinstance(row, HeadingRow)]


def go_to(page: VisitsPage, path: Path) -> None:
    page.list.go_to(page.list.rows_model.row_of(str(path)))


def test_visits_are_found_by_every_word_of_theirs(page: VisitsPage) -> None:
    for wanted, found in (
        ("zuse", ["spring"]),
        ("gearbox opened", ["spring"]),
        ("crash", ["spring"]),
        ("bench-arm T-2", ["other"]),
        ("ada", ["other"]),
        ("spring", ["spring"]),
        ("repeat", []),
    ):
        page.search.setText(wanted)
        assert rows(page) == found, wanted
    page.search.setText("good")
    assert len(rows(page)) >= 3, "verdicts are words of the search"


def test_every_order_has_every_visit_with_the_damaged_file_last(page: VisitsPage) -> None:
    everything = sorted(rows(page))
    for order in Order:
        page.order.choose(order)
        page.order.picked.emit()
        assert sorted(rows(page)) == everything, order
        assert rows(page)[-1] == "broken", order
    page.order.choose(Order.CUSTOMER)
    page.order.picked.emit()
    assert rows(page)[:2] == ["other", "spring"]
    assert headings(page)[:3] == ["Ada Ltd · 1", "Zuse AG · 1", "No customer or cell · 2"]
    page.order.choose(Order.DATE)
    page.order.picked.emit()
    assert rows(page) == ["winter", "autumn", "other", "spring", "broken"]
    page.order.choose(Order.NAME)
    page.order.picked.emit()
    assert rows(page)[0] == "spring"
    page.order.choose(Order.NOTE)
    page.order.picked.emit()
    assert rows(page)[0] == "spring"
    page.order.choose(Order.SERIAL)
    page.order.picked.emit()
    assert headings(page)[0].startswith("bench-arm · serial T-1")


def test_a_visit_is_renamed_in_the_list_and_the_name_is_undone_and_done_again(
    window: Window, page: VisitsPage, folder: Path
) -> None:
    path = folder / "winter.h5"
    go_to(page, path)
    QTest.keyClick(page.list, Qt.Key.Key_F2)
    name = page.tag_panel.form.lines["name"]
    assert name.isVisible()
    assert "T-1" in name.placeholderText(), "the name that holds without one"
    assert not page.tag_panel.form.lines["serial"].isEnabled(), "the recordings know it"
    QTest.keyClicks(name, "Before the summer")
    page.tag_panel.form.note.setPlainText("Noisy.")
    page.tag_panel.done_button.click()
    assert page.tag_panel.isHidden()
    wait_until(lambda: outline_of(path).tag.name == "Before the summer")
    wait_until(lambda: outline_of(path).tag.note == "Noisy.")
    wait_until(lambda: _about(page, path).startswith("Before the summer · Noisy."))
    while window.visit.undoing.next_undo:
        window.undo_actions.undo()
    assert window.banner.text.startswith("Undone: ")
    wait_until(lambda: outline_of(path).tag == VisitTag())
    window.banner.offer_button.click()
    wait_until(lambda: outline_of(path).tag.name == "Before the summer")


def _about(page: VisitsPage, path: Path) -> str:
    row = page.list.rows_model.rows[page.list.rows_model.row_of(str(path))]
    assert isinstance(row, VisitRow)
    return row.shown.about


def test_a_damaged_file_has_no_name_to_change(page: VisitsPage, folder: Path) -> None:
    go_to(page, folder / "broken.h5")
    assert page.name_button.isHidden()
    QTest.keyClick(page.list, Qt.Key.Key_F2)
    assert page.tag_panel.isHidden()
    assert page.delete_button.isVisible()


def test_the_name_of_the_open_visit_is_changed_from_its_bar_and_undone_by_its_keys(
    window: Window, folder: Path
) -> None:
    path = folder / "winter.h5"
    window.open_visit(path)
    wait_until(lambda: window.step is not None and not window.visit.is_busy)
    assert window.windowTitle().startswith("An arm on a bench, ")
    window.top_bar.visit_button.click()
    assert window.sides.current is Side.VISIT
    form = window.beside.visit.form
    QTest.keyClicks(form.lines["customer"], "Cell 4")
    QTest.keyClick(form.lines["customer"], Qt.Key.Key_Return)
    assert window.sides.current is not Side.VISIT, "Enter is the main button"
    window.top_bar.visit_button.click()
    QTest.keyClicks(form.lines["name"], "Line 3")
    window.footer.primary_button.click()
    assert window.sides.current is not Side.VISIT
    wait_until(lambda: outline_of(path).tag == VisitTag("Line 3", "Cell 4"))
    assert window.windowTitle().startswith("Line 3 ·")
    assert "Line 3" in window.top_bar.visit_button.text()
    window.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.visit.tags.now == VisitTag(customer="Cell 4")
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_Z, both)
    assert window.visit.tags.now == VisitTag("Line 3", "Cell 4")
    wait_until(lambda: outline_of(path).tag == VisitTag("Line 3", "Cell 4"))


def test_what_is_entered_before_there_is_a_visit_is_in_the_one_that_is_made(
    window: Window, tmp_path: Path
) -> None:
    window.guides.new_on_robot("virtual:ec66")
    assert window.top_bar.visit_button.text() == "New visit"
    window.top_bar.visit_button.click()
    QTest.keyClicks(window.beside.visit.form.lines["name"], "Line 3")
    window.footer.primary_button.click()
    assert "Line 3" in window.top_bar.visit_button.text()
    window.visits.make_for("ec66", guide=window.guide, step=Step.CONNECT)
    wait_until(lambda: window.visit.summary is not None)
    assert window.visit.summary is not None
    assert window.visit.summary.name == "Line 3"
    assert outline_of(window.visit.path).tag.name == "Line 3"
    window.show_start()
    assert window.visit.tags.now == VisitTag(), "the next one has none"
