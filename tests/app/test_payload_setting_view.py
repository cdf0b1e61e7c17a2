"""The robot's own setting on the payload's page: read, written, restored, and sweeps asked for again."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.features.payload.page import RESULT, SWEEPS, PayloadPage
from app.features.payload.setting_tasks import PayloadWrite
from app.visit.steps import Step
from core.payload.result import PayloadResult
from core.payload.settings import SweepKey
from core.quality import Judgement, Reason
from devices.controller import PayloadSetting
from devices.errors import MotionRejected
from tests.app import fake_robot, payload_examples
from tests.app.fake_robot import FakeSession
from tests.app.payload_pages import BLANK, answered, show
from tests.app.plan_examples import answer
from tests.app.robot_bench import Bench, MakeWindow, bench_of
from tests.waiting import wait_until

LEFT = Qt.MouseButton.LeftButton


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
    page.show_view(RESULT)
    return page


def test_the_old_setting_is_read_and_held_against_the_new_one(setting_bench: Bench) -> None:
    page = connected(setting_bench, payload_examples.payload())
    assert page.setting.setting == PayloadSetting(2.0, (0.0, 0.0, 0.06))
    assert answered(page) == "The payload is set 0.413 kg too light"
    assert "Not saved in the robot yet." in page.setting.words
    spoken = page.setting.table.accessibleDescription().replace(BLANK, " ")
    assert spoken.startswith("Mass: 2.000 kg set, 2.413 kg measured.")
    assert "Centre, z: 60.0 mm set, 149 mm measured." in spoken
    assert page.setting.write_button.isEnabled()
    assert not page.setting.restore_button.isEnabled(), "nothing was written yet"


def test_what_was_measured_is_written_read_back_and_can_be_taken_back(
    setting_bench: Bench, session: FakeSession
) -> None:
    page, bench = connected(setting_bench, payload_examples.payload()), setting_bench
    page.setting.write_button.held.emit()
    bench.quiet()
    wait_until(lambda: page.setting.is_saved)
    assert session.controller.asked == [PayloadSetting(2.413, payload_examples.CENTER)]  # type: ignore[attr-defined]
    assert answered(page) == "The payload is set right"
    assert page.setting.write_button.isHidden(), "there is nothing to write"
    assert page.setting.words == "The robot has what was measured."
    assert "read back: 2.413 kg" in bench.window.banner.text
    assert page.setting._old.text() == "It was 2.000 kg before."
    bench.qtbot.mouseClick(page.setting.restore_button, LEFT)
    bench.quiet()
    assert page.setting.is_saved, "a click writes nothing"
    page.setting.restore_button.held.emit()
    bench.quiet()
    wait_until(lambda: not page.setting.is_saved)
    assert session.controller.present == PayloadSetting(2.0, (0.0, 0.0, 0.06))  # type: ignore[attr-defined]
    assert answered(page) == "The payload is set 0.413 kg too light"
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
    wait_until(lambda: page.setting.written is None)
    assert session.controller.present == old  # type: ignore[attr-defined]


def test_a_setting_that_is_not_kept_is_reported(setting_bench: Bench, session: FakeSession) -> None:
    session.controller._rounds_to = 0.5  # type: ignore[attr-defined]
    page, bench = connected(setting_bench, payload_examples.payload()), setting_bench
    page.setting.write_button.held.emit()
    bench.quiet()
    wait_until(lambda: page.setting.written is not None)
    assert not page.setting.is_saved
    assert bench.window.banner.text
    assert page.setting.setting == PayloadSetting(2.0, (0.0, 0.0, 0.06)), "the old one is back"


def test_a_refusal_is_reported_and_changes_nothing(setting_bench: Bench, session: FakeSession) -> None:
    page, bench = connected(setting_bench, payload_examples.payload()), setting_bench
    session.identity = fake_robot.identity(serial="another")
    page.setting.write_button.held.emit()
    bench.quiet()
    wait_until(lambda: bool(bench.window.banner.text))
    assert session.controller.asked == []  # type: ignore[attr-defined]
    assert page.setting.written is None


def usable() -> PayloadResult:
    """A payload whose gains leave more of the mass than is good."""
    wide = Judgement.of([Reason("payload-mass-by-gains", {"std": 0.03, "good": 0.02})])
    return payload_examples.payload(judgements=(wide, *[Judgement.of(())] * 3))


def test_a_usable_payload_is_written_after_its_reason_was_read_and_confirmed(
    setting_bench: Bench, session: FakeSession
) -> None:
    page, bench = connected(setting_bench, usable()), setting_bench
    part = page.setting
    assert "0.06 kg" in part.reasons.words
    assert "Tick that" in part.words
    assert not part.write_button.isEnabled()
    part.write_button.held.emit()
    bench.quiet()
    assert session.controller.asked == []  # type: ignore[attr-defined]
    bench.qtbot.mouseClick(part.reasons.tick, LEFT)
    assert part.write_button.isEnabled()
    part.show_payload(usable(), is_final=True)
    assert not part.write_button.isEnabled(), "another payload is confirmed on its own"
    bench.qtbot.mouseClick(part.reasons.tick, LEFT)
    part.write_button.held.emit()
    bench.quiet()
    wait_until(lambda: part.is_saved)
    assert session.controller.asked == [PayloadSetting(2.413, payload_examples.CENTER)]  # type: ignore[attr-defined]
    assert part.written is not None
    assert part.written.confirmed == ("payload-mass-by-gains",)


def test_why_nothing_can_be_written(setting_bench: Bench, session: FakeSession) -> None:
    page = show(setting_bench.window, payload_examples.payload())
    assert "No robot is connected" in page.setting.words
    assert not page.setting.write_button.isEnabled()
    page = connected(setting_bench, payload_examples.uncertain())
    assert "Only a payload that is good or usable" in page.setting.words
    assert not page.setting.write_button.isEnabled()
    assert page.setting.reasons.isHidden(), "nothing can be confirmed"
    page.copy_forms.copy_values()
    pasted = QGuiApplication.clipboard().text().replace(BLANK, " ")
    assert "Mass\t2.41 ± 0.06 kg\tUsable" in pasted
    assert "24 mm" in pasted, "the reason against it too"
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
