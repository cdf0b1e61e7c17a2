"""The payload's page in the real window: cards that fill, sweeps left out, the robot's own setting."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.features.payload.page import DETAILS, DIAGRAM, REASONS, SETTING, SWEEPS, PayloadPage
from app.features.payload.report_view import PayloadReportPage
from app.features.payload.sentences import envelope
from app.features.payload.setting_tasks import PayloadWrite
from app.features.payload.sweep_model import RESIDUAL, USE
from app.shell.window import Window
from app.visit.payload_reference import ReferenceChoice, reference_revision
from app.visit.steps import Step
from app.visit.summaries import OpenedVisit
from app.widgets.rows_table import RowsTable
from core.errors import NotIdentifiable
from core.payload.result import PayloadResult, ReferenceKind
from core.payload.settings import SweepKey
from core.quality import Verdict
from core.robot.load_envelope import EnvelopeSource, PayloadEnvelope
from core.workflow import Made, Product
from devices.controller import PayloadSetting
from devices.errors import MotionRejected
from tests.app import examples, fake_robot, payload_examples
from tests.app.event_loop import BLOCK_LIMIT_S, EventLoopWatch
from tests.app.fake_robot import FakeSession
from tests.app.plan_examples import answer, asked, refuse, task_of
from tests.app.robot_bench import SOON_MS, Bench, MakeWindow, bench_of

LEFT = Qt.MouseButton.LeftButton
KEY = "payload-001"
BLANK = "\N{NO-BREAK SPACE}"


ENVELOPE = PayloadEnvelope(np.array([0.0, 0.1, 0.4]), np.array([6.0, 6.0, 2.0]), EnvelopeSource.DIAGRAM)
"""Of 5.19 kg at the distance of the example."""


def payload_made(found: PayloadResult) -> Made:
    return Made(KEY, {Product.PAYLOAD_REFERENCE: reference_revision(found.reference)})


def show(window: Window, found: PayloadResult | None) -> PayloadPage:
    """The page on a visit that holds this payload."""
    told = found.reference if found is not None else None
    chosen = None if told is None else ReferenceChoice(told.kind, told.recordings, told.visit, told.model)
    summary = replace(
        examples.visit_summary(str(window.visit.path)),
        products={Product.PAYLOAD: payload_made(found)} if found else {},
        chosen_reference=chosen,
    )
    window.visit._take(OpenedVisit(summary, None, payload=found))
    window.open_step(Step.PAYLOAD)
    page = window.pages[Step.PAYLOAD]
    assert isinstance(page, PayloadPage)
    return page


def said(page: PayloadPage) -> str:
    return page._sentence.text().replace(BLANK, " ")


def steps(page: PayloadPage) -> str:
    return page.steps.words.replace(BLANK, " ")


def test_without_a_payload_the_page_says_so(still_window: Window) -> None:
    page = show(still_window, None)
    assert "Nothing is measured yet" in said(page)
    assert steps(page).count("not measured yet") == 4
    assert not page.primary_enabled


def test_headline_and_cards_say_what_was_measured(still_window: Window) -> None:
    page = show(still_window, payload_examples.payload())
    assert said(page) == "Load measured: 2.413 ± 0.004 kg. Mass and centre are good."
    assert steps(page) == (
        "Mass. Mass: 2.413 ± 0.004 kg, good. "
        "Centre of mass: x and y. Centre, x: 60.2 ± 0.6 mm, good. Centre, y: −11.4 ± 0.7 mm, good. "
        "Centre of mass: z. Centre, z: 148.5 ± 1.1 mm, good."
    )
    assert not page.repeat_button.isVisible(), "nothing has to be better"
    assert page.primary_enabled


def test_the_cards_fill_as_the_steps_finish(still_window: Window) -> None:
    page, good = show(still_window, None), payload_examples.payload()
    for known, waiting in (((True, False, False, False), 3), ((True, True, True, False), 1)):
        part = replace(good, estimate=payload_examples.estimate(known=known))
        still_window.visit.payload_kept.emit(part)
        assert "2.413 ± 0.004 kg, good" in steps(page)
        assert steps(page).count("not measured yet") == waiting
        assert "still being worked out" in said(page)
        assert not page.primary_enabled


def test_a_part_that_came_while_nobody_looked_is_shown_on_entering(still_window: Window) -> None:
    page = show(still_window, None)
    still_window.open_step(Step.CONNECT)
    part = replace(
        payload_examples.payload(), estimate=payload_examples.estimate(known=(True, False, False, False))
    )
    still_window.link.found.emit(part)
    still_window.open_step(Step.PAYLOAD)
    assert "2.413 ± 0.004 kg" in steps(page)
    assert steps(page).count("not measured yet") == 3


def test_what_is_not_good_says_why_and_what_helps(still_window: Window, qtbot: QtBot) -> None:
    page = show(still_window, payload_examples.uncertain())
    assert said(page) == "Load measured: 2.41 ± 0.03 kg. Mass: usable; x and y: good; z: repeat."
    assert "Better with orientations 1 and 2 again" in steps(page)
    assert "Centre, z: 149 ± 12 mm, repeat" in steps(page)
    assert page._why.isVisible()
    assert page.repeat_button.text() == "Repeat orientations 1, 2, 4"
    assert not page.repeat_button.isEnabled(), "no robot is connected"
    assert "Connect the robot" in page.repeat_button.toolTip()
    assert page.tabs._words[REASONS] == "Reasons (4)"
    page.show_view(REASONS)
    assert page.reasons.isVisible()


def test_a_number_nobody_can_trust_is_not_shown(still_window: Window) -> None:
    page = show(still_window, payload_examples.without_scale())
    assert "Mass: –, not measurable." in steps(page)
    assert "The mass of the load is not known." in said(page)
    words = page.diagram.basis.words
    assert "Compared with: not recorded." in words
    assert "Drive gains: Not known." in words


def test_what_the_numbers_rest_on_is_said(still_window: Window) -> None:
    words = show(still_window, payload_examples.uncertain()).diagram.basis.words
    assert "Compared with: Unloaded arm, earlier visit, 41 days old." in words
    assert "Joints since then: 7.5 K warmer." in words
    assert "Drive gains: From the data sheet, ± 1.7 %." in words
    assert "Gain of J3 over J2: 0.994 ± 0.006 × the known, known to ± 2.4 %." in words
    assert "Bending of the gears: Typical gear, not measured." in words


def test_the_details_have_what_no_other_view_shows(still_window: Window, qtbot: QtBot) -> None:
    page = show(still_window, payload_examples.uncertain())
    assert page.details.words == "", "nothing is laid out before somebody looks"
    page.show_view(DETAILS)
    wanted = ["Step by step", "What the numbers rest on"]
    qtbot.waitUntil(lambda: tables_of(page) == wanted, timeout=SOON_MS)
    assert page.details.words.startswith("What to do next Sweep again in orientation 4; that helps most")
    page.show_payload(payload_examples.dynamic())
    wanted += ["All ten parameters at the flange", "How well the loaded run is predicted"]
    qtbot.waitUntil(lambda: tables_of(page) == wanted, timeout=SOON_MS)


def tables_of(page: PayloadPage) -> list[str]:
    return [table.accessibleName() for table in page.details.findChildren(RowsTable) if table.isVisible()]


def test_what_the_arm_may_carry_is_looked_up_in_the_worker_once(still_window: Window) -> None:
    page = show(still_window, payload_examples.payload())
    asked(still_window._runner, "load_diagram")
    assert not page.diagram.chart.isVisible(), "no empty plot"
    answer(still_window._runner, "load_diagram", ENVELOPE)
    assert (
        page.diagram.words.replace(BLANK, " ")
        == "Inside the maker's load diagram: 46 % of what is allowed at 161 mm."
    )
    assert page.diagram.chart.isVisible()
    point = page.diagram.chart.point
    assert point is not None
    assert (point.x, point.y) == pytest.approx((160.64, 2.413), abs=0.01)
    assert point.y_doubt == pytest.approx(0.008)
    assert page.diagram.chart.accessibleDescription() == page.diagram.words
    page.show_payload(payload_examples.uncertain())
    assert page.diagram.chart.isVisible(), "it is the same arm"
    with pytest.raises(StopIteration):
        asked(still_window._runner, "load_diagram")


@pytest.mark.parametrize(
    ("source", "scale", "verdict", "words"),
    [
        (EnvelopeSource.DIAGRAM, 0.4, Verdict.NOT_MEASURABLE, "Outside the maker's load diagram"),
        (EnvelopeSource.DIAGRAM, 0.465, Verdict.REPEAT, "On the edge of the maker's load diagram"),
        (EnvelopeSource.RATED_TORQUE, 1.0, Verdict.GOOD, "Inside what the rated torque of the wrist"),
    ],
)
def test_inside_or_outside_is_said_in_words(
    source: EnvelopeSource, scale: float, verdict: Verdict, words: str
) -> None:
    allowed = PayloadEnvelope(ENVELOPE.distance, scale * ENVELOPE.mass, source)
    told = envelope(payload_examples.payload(), allowed)
    assert told[1] is verdict
    assert told[0].startswith(words)


def test_what_nobody_can_look_up_is_said_in_words() -> None:
    found = payload_examples.payload()
    limit = PayloadEnvelope(np.zeros(1), np.array([6.0]), EnvelopeSource.LIMIT)
    assert envelope(found, limit)[1] is Verdict.USABLE
    assert "The maker gives no distance for it; here it is" in envelope(found, limit)[0]
    nothing = PayloadEnvelope(np.empty(0), np.empty(0), EnvelopeSource.UNKNOWN)
    assert "says nothing about what it may carry" in envelope(found, nothing)[0]
    unknown = replace(found, estimate=replace(found.estimate, mass=float("nan")))
    assert "not known well enough" in envelope(unknown, ENVELOPE)[0]
    assert envelope(unknown, ENVELOPE)[1] is None


def test_the_table_tells_every_sweep(still_window: Window, qtbot: QtBot) -> None:
    page = show(still_window, payload_examples.payload())
    page.show_view(SWEEPS)
    model = page.sweeps.model
    assert model.rowCount() == 8
    role = Qt.ItemDataRole.AccessibleTextRole
    row = [str(model.data(model.index(0, column), role)) for column in range(model.columnCount())]
    assert row[:5] == ["counts", "J2, orientation 1", "−118 to −63", "3.00", "2187"]
    assert row[RESIDUAL].replace(BLANK, " ") == "0.0630 N·m left over, 0.0500 N·m expected of noise, good"
    worst = [r for r in range(8) if "the largest" in str(model.data(model.index(r, RESIDUAL), role))]
    assert worst == [2], "rms 0.069 N·m"
    page.sweeps.choose(0)
    assert page.sweeps.words.startswith("J2, orientation 1")
    assert page.sweeps.shifts.accessibleDescription().replace(BLANK, " ") == (
        "Mass: −0.0032 kg. Centre, x: −0.60 mm. Centre, y: +0.60 mm. Centre, z: 0.00 mm."
    )


def test_a_sweep_is_left_out_and_the_numbers_are_worked_out_anew(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    page = show(window, payload_examples.payload())
    page.show_view(SWEEPS)
    _press_tick(page, 2, qtbot)
    key = payload_examples.sweeps()[2].key
    job = asked(window._runner, "analyse_payload")
    assert task_of(job).arguments["leave_out"] == (key,)
    assert page.sweeps.words.startswith("J2, orientation 3"), "its shift is shown at once"
    assert "1 left out · working it out again" in page.sweeps.words
    assert not page.primary_enabled
    lighter = replace(
        payload_examples.payload(leave_out=(key,)), estimate=replace(payload_examples.estimate(), mass=2.405)
    )
    answer(window._runner, "analyse_payload", lighter, products={Product.PAYLOAD: payload_made(lighter)})
    assert "Load measured: 2.405 ± 0.004 kg" in said(page)
    assert page.sweeps.model.left_out == (key,)
    assert "1 left out" in page.sweeps.words
    assert "It is left out: the numbers do without it." in page.sweeps.words
    qtbot.mouseClick(page.sweeps.all_button, LEFT)
    assert task_of(asked(window._runner, "analyse_payload")).arguments["leave_out"] == ()


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
    assert task_of(second).arguments["leave_out"] == (keys[0], keys[5])
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


def test_one_page_is_written_beside_the_visit(still_window: Window, qtbot: QtBot) -> None:
    window = still_window
    show(window, payload_examples.payload())
    window.open_step(Step.PAYLOAD_REPORT)
    page = window.pages[Step.PAYLOAD_REPORT]
    assert isinstance(page, PayloadReportPage)
    assert "No report yet." in page.words
    assert not page.open_button.isVisible()
    qtbot.mouseClick(window.footer.primary_button, LEFT)
    job = asked(window._runner, "write_payload_report")
    files = (
        window.visit.path.with_name("cell-4-payload.pdf"),
        window.visit.path.with_name("cell-4-payload.json"),
    )
    assert (job.request.task.arguments["pdf"], job.request.task.arguments["json"]) == files
    answer(window._runner, "write_payload_report", files)
    assert "The report is written." in page.words
    assert str(files[0]) in page.words
    assert page.open_button.isVisible()


class FakeController:
    """Keeps a payload setting; ``rounds_to`` kg is how finely."""

    def __init__(self, session: FakeSession, *, rounds_to: float = 0.001) -> None:
        self._session, self._rounds_to = session, rounds_to
        self.status, self.counters = session.controller.status, session.controller.counters
        self.present = PayloadSetting(2.0, (0.0, 0.0, 0.06))
        self.error: MotionRejected | None = None
        self.asked: list[PayloadSetting] = []

    def read_payload(self) -> PayloadSetting:
        return self.present

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        if self.error is not None:
            raise self.error
        self.asked.append(setting)
        self.present = replace(setting, mass=round(setting.mass / self._rounds_to) * self._rounds_to)
        return self.present

    def read_identity(self):
        return self._session.identity


@pytest.fixture
def session() -> FakeSession:
    """An arm that takes a payload setting, of the serial number that the payload was measured with."""
    session = FakeSession()
    session.identity = fake_robot.identity(serial=payload_examples.SERIAL)
    session.capabilities = replace(session.capabilities, payload_write_back=True)
    session.controller = FakeController(session)  # type: ignore[assignment]
    session.mismatch = session.visit = None  # type: ignore[attr-defined]
    return session


@pytest.fixture
def setting_bench(qtbot: QtBot, tmp_path: Path, make_window: MakeWindow, session: FakeSession) -> Bench:
    """A window on that arm."""
    return bench_of(qtbot, tmp_path, make_window, session)


def connected(bench: Bench, found: PayloadResult) -> PayloadPage:
    """The page with the robot behind it, its setting read."""
    bench.connect()
    page = show(bench.window, found)
    bench.quiet()
    page.show_view(SETTING)
    return page


def test_the_old_setting_is_read_and_held_against_the_new_one(setting_bench: Bench) -> None:
    page = connected(setting_bench, payload_examples.payload())
    assert page.setting.setting == PayloadSetting(2.0, (0.0, 0.0, 0.06))
    assert "0.413 kg more than set in the robot" in said(page)
    assert "Not saved in the robot yet." in said(page)
    told = page.setting.table.accessibleDescription().replace(BLANK, " ")
    assert told.startswith("Mass: 2.000 kg set, 2.413 ± 0.004 kg measured, difference +0.413 kg.")
    assert "Centre, z: 60.0 mm set, 148.5 ± 1.1 mm measured, difference +88.5 mm." in told
    assert page.setting.write_button.isEnabled()
    assert not page.setting.restore_button.isEnabled(), "nothing was written yet"


def test_what_was_measured_is_written_read_back_and_can_be_taken_back(
    setting_bench: Bench, session: FakeSession
) -> None:
    page, bench = connected(setting_bench, payload_examples.payload()), setting_bench
    page.setting.write_button.held.emit()
    bench.quiet()
    bench.qtbot.waitUntil(lambda: page.setting.is_saved, timeout=SOON_MS)
    assert session.controller.asked == [PayloadSetting(2.413, payload_examples.CENTER)]  # type: ignore[attr-defined]
    assert "Saved in the robot." in said(page)
    assert page.setting.words == "The robot has what was measured."
    assert "read back: 2.413 kg" in bench.window.banner.text
    assert page.setting._old.text() == "It was 2.000 kg before."
    bench.qtbot.mouseClick(page.setting.restore_button, LEFT)
    bench.quiet()
    assert page.setting.is_saved, "a click writes nothing"
    page.setting.restore_button.held.emit()
    bench.quiet()
    bench.qtbot.waitUntil(lambda: not page.setting.is_saved, timeout=SOON_MS)
    assert session.controller.present == PayloadSetting(2.0, (0.0, 0.0, 0.06))  # type: ignore[attr-defined]
    assert "0.413 kg more than set in the robot" in said(page)
    assert not page.setting.restore_button.isEnabled()


def test_what_was_written_in_another_session_can_be_taken_back_while_it_is_still_there(
    setting_bench: Bench, session: FakeSession
) -> None:
    old, new = PayloadSetting(1.0, (0.0, 0.0, 0.0)), PayloadSetting(2.0, (0.0, 0.0, 0.06))
    write = PayloadWrite(old, new, new, present=new, serial=payload_examples.SERIAL)
    page, bench = connected(setting_bench, payload_examples.payload()), setting_bench
    for other in (replace(write, serial="another"), replace(write, present=old), replace(write, error="x")):
        page.setting.take_writes((write, other))
        assert page.setting.written is None
    answer(bench.window._runner, "payload_writes", (write,))
    assert page.setting.written is write
    page.setting.restore_button.held.emit()
    bench.quiet()
    bench.qtbot.waitUntil(lambda: page.setting.written is None, timeout=SOON_MS)
    assert session.controller.present == old  # type: ignore[attr-defined]


def test_what_the_controller_does_not_keep_is_told(setting_bench: Bench, session: FakeSession) -> None:
    session.controller._rounds_to = 0.5  # type: ignore[attr-defined]
    page, bench = connected(setting_bench, payload_examples.payload()), setting_bench
    page.setting.write_button.held.emit()
    bench.quiet()
    bench.qtbot.waitUntil(lambda: page.setting.written is not None, timeout=SOON_MS)
    assert not page.setting.is_saved
    assert bench.window.banner.text
    assert page.setting.setting == PayloadSetting(2.0, (0.0, 0.0, 0.06)), "the old one is back"


def test_a_refusal_is_told_and_changes_nothing(setting_bench: Bench, session: FakeSession) -> None:
    page, bench = connected(setting_bench, payload_examples.payload()), setting_bench
    session.identity = fake_robot.identity(serial="another")
    page.setting.write_button.held.emit()
    bench.quiet()
    bench.qtbot.waitUntil(lambda: bool(bench.window.banner.text), timeout=SOON_MS)
    assert session.controller.asked == []  # type: ignore[attr-defined]
    assert page.setting.written is None


def test_why_nothing_can_be_written(setting_bench: Bench, session: FakeSession) -> None:
    page = show(setting_bench.window, payload_examples.payload())
    assert "No robot is connected" in page.setting.words
    assert not page.setting.write_button.isEnabled()
    page = connected(setting_bench, payload_examples.uncertain())
    assert "Only a payload that is good" in page.setting.words
    assert not page.setting.write_button.isEnabled()
    assert page.setting.read_button.isEnabled(), "reading is allowed all the same"
    session.capabilities = replace(session.capabilities, payload_write_back=False)
    page.setting.show_payload(payload_examples.payload(), is_final=True)
    assert "takes no payload setting" in page.setting.words


def test_a_sweep_is_asked_for_again(setting_bench: Bench) -> None:
    page = connected(setting_bench, payload_examples.uncertain())
    keys: list[tuple[SweepKey, ...]] = []
    page.repeat_asked.connect(keys.append)
    page.show_view(SWEEPS)
    page.sweeps.choose(3)
    setting_bench.qtbot.mouseClick(page.sweeps.repeat_button, LEFT)
    assert keys == [(payload_examples.sweeps()[3].key,)]
    setting_bench.window.open_step(Step.PAYLOAD)
    setting_bench.qtbot.mouseClick(page.repeat_button, LEFT)
    assert {key.orientation for key in keys[-1]} == {1, 2, 4}
    assert len(keys[-1]) == 6, "both joints of each"


def test_the_page_fits_the_first_window(still_window: Window, qtbot: QtBot) -> None:
    still_window.resize(1280, 800)
    for found in (payload_examples.payload(), payload_examples.uncertain()):
        page = show(still_window, found)
        page.show_view(DIAGRAM)
        answer(still_window._runner, "load_diagram", ENVELOPE)
        for view in (DIAGRAM, SWEEPS, SETTING, REASONS, DETAILS):
            page.show_view(view)
            qtbot.waitUntil(partial(_fits, page), timeout=SOON_MS)


def test_an_older_reference_makes_it_out_of_date(still_window: Window) -> None:
    page = show(still_window, payload_examples.payload())
    assert "Out of date" not in said(page)
    visit = still_window.visit
    assert visit.summary is not None
    another = ReferenceChoice(ReferenceKind.MODEL, model="identification-002")
    visit.summary = replace(visit.summary, chosen_reference=another)
    visit.changed.emit()
    assert "Out of date: the reference was chosen anew since." in said(page)


@pytest.mark.alone
def test_a_result_arrives_and_is_looked_through(still_window: Window, qtbot: QtBot) -> None:
    page = show(still_window, payload_examples.uncertain())  # the first time, Qt lays it out
    for index in (DIAGRAM, SWEEPS, SETTING, REASONS, DETAILS):
        page.tabs.press(index)
        qtbot.wait(60)
    fresh = payload_examples.payload()
    with EventLoopWatch() as watch:
        qtbot.wait(50)
        page.show_payload(fresh)
        qtbot.wait(60)
        page.diagram.envelope = ENVELOPE
        page.show_payload(fresh)
        for index in (DIAGRAM, SWEEPS, SETTING, REASONS, DETAILS):
            page.tabs.press(index)
            qtbot.wait(60)
            page.sweeps.choose(index)
            qtbot.wait(40)
    assert watch.longest_gap_s <= BLOCK_LIMIT_S, str(watch.longest)


def _press_tick(page: PayloadPage, row: int, qtbot: QtBot) -> None:
    place = page.sweeps.table.visualRect(page.sweeps.model.index(row, USE)).center()
    qtbot.mouseClick(page.sweeps.table.viewport(), LEFT, pos=place)


def _fits(page: PayloadPage) -> bool:
    least = page.minimumSizeHint()
    return least.width() <= page.width() and least.height() <= page.height()
