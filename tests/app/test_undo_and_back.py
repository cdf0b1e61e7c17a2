"""Back only looks: the point to resume at stays. Choices are undone and done again."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.features.identification.choose_page import ChoosePage
from app.features.payload.page import PayloadPage
from app.shell.window import Window
from app.visit.run_choice import RunChoice
from app.visit.steps import Step
from app.visit.undoing import MOST_CHANGES, Undoing
from core.workflow import Place
from tests.app import examples

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def turn(window: Window, steps: Sequence[Step]) -> None:
    for step in steps:
        window.open_step(step)


def recent_step(window: Window) -> str:
    return window._settings.current.recent[0].step


def test_back_leaves_the_point_to_resume_at(window_with_result: Window) -> None:
    window = window_with_result
    turn(window, (Step.RECORDINGS, Step.CHOOSE, Step.IDENTIFY, Step.RESULTS))
    for wanted in (Step.IDENTIFY, Step.CHOOSE, Step.RECORDINGS):
        window.footer.back.emit()
        assert window.step is wanted
        assert window.visit.place == Place(Step.RESULTS)
        assert recent_step(window) == Step.RESULTS
    window.top_bar.home_button.click()
    assert recent_step(window) == Step.RESULTS


def test_a_look_at_an_earlier_step_by_the_rail_leaves_it_too(window_with_result: Window) -> None:
    turn(window_with_result, (Step.RESULTS, Step.CHOOSE))
    assert window_with_result.visit.progress.place == Place(Step.RESULTS)
    turn(window_with_result, (Step.REPORT,))
    assert window_with_result.visit.progress.place == Place(Step.REPORT)


def test_work_at_an_earlier_step_is_gone_on_with(window_with_result: Window) -> None:
    window = window_with_result
    turn(window, (Step.RESULTS, Step.CHOOSE))
    choice = window.visit.choice
    window.visit.choose(replace(choice, fit=choice.fit[:1]))
    assert window.visit.progress.place == Place(Step.CHOOSE)
    window.remember_visit()
    assert recent_step(window) == Step.CHOOSE


def test_another_guide_begins_its_own_place(window_with_result: Window) -> None:
    turn(window_with_result, (Step.RESULTS, Step.CONNECT))
    assert window_with_result.visit.place == Place(Step.CONNECT)


def test_the_choice_of_runs_is_undone_and_done_again_by_the_keys(still_window: Window) -> None:
    window, visit = still_window, still_window.visit
    window.open_step(Step.CHOOSE)
    first = visit.choice
    second = RunChoice(fit=examples.LABELS[:1], validate=examples.LABELS[1:2], settings=first.settings)
    visit.choose(second)
    visit.choose(replace(second, validate=()))
    window.setFocus()
    page = window.pages[Step.CHOOSE]
    assert isinstance(page, ChoosePage)
    page.undo_button.click()
    assert visit.choice == second
    QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
    assert visit.choice == first
    assert "Undone: choice of runs." in window.banner.text
    QTest.keyClick(window, Qt.Key.Key_Z, CTRL)
    assert "nothing to undo" in window.banner.text
    QTest.keyClick(window, Qt.Key.Key_Z, CTRL | SHIFT)
    assert visit.choice == second


def test_letters_of_one_option_are_one_change_and_closing_forgets_all(still_window: Window) -> None:
    visit = still_window.visit
    first = visit.choice
    for hertz in (1.0, 12.0, 12.5):
        visit.choose(replace(visit.choice, settings=replace(visit.choice.settings, filter_hz=hertz)))
    still_window.undo_actions.undo()
    assert visit.choice == first
    assert not visit.undoing.next_undo
    assert visit.undoing.next_redo
    still_window.show_start()
    assert not visit.undoing.next_redo


def test_sweeps_that_were_left_out_count_again(still_window: Window) -> None:
    page = still_window.pages[Step.PAYLOAD]
    assert isinstance(page, PayloadPage)
    wanted: list[object] = []
    page._use_without = wanted.append  # type: ignore[method-assign]
    page._leave_out(("one",))  # type: ignore[arg-type]
    still_window.visit.undoing.undo()
    still_window.visit.undoing.redo()
    assert wanted == [("one",), (), ("one",)]


def test_nothing_is_undone_while_a_job_runs(still_window: Window) -> None:
    visit = still_window.visit
    before = visit.choice
    visit.choose(RunChoice())
    visit.describe_robot(still_window.visits.folder)
    still_window.undo_actions.undo()
    assert visit.choice == RunChoice() != before
    assert "Nothing is undone now" in still_window.banner.text


def test_only_so_many_changes_are_kept() -> None:
    undoing, seen = Undoing(), list[int]()
    for number in range(MOST_CHANGES + 5):
        undoing.did("x", undo=lambda number=number: seen.append(number), redo=lambda: None)  # type: ignore[misc]
    while undoing.undo():
        pass
    assert seen == list(range(MOST_CHANGES + 4, 4, -1))
