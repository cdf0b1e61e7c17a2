"""The page that verifies a model, with a robot that does as it is told: motions, limits, pass and fail."""

import numpy as np
import pytest

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.staged_run import APPROACH, STAGE
from app.features.verification.page import MEASURED, VerifyPage
from app.features.verification.procedure import PartBegins, PreparedPart, PreparedVerification
from app.features.verification.words import parse_shares, parse_torques
from app.guide.page import MOTIONS, RESULT
from app.speech.quantities import NotUnderstood
from app.visit.steps import GuideName, Step
from app.widgets.glyphs import VERDICT_GLYPHS
from app.widgets.table import RowsTable
from core.identification.verification_result import VerifiedMotion
from core.monitor import Monitor
from core.quality import Verdict
from devices.safety.stage_forecast import StageForecast
from tests.app import examples, fake_robot
from tests.app.plan_examples import answer
from tests.app.robot_bench import Bench
from tests.app.verification_examples import verification
from tests.waiting import wait_until

STATE, FORETOLD = 1, 5
EXCITATION, POINTS, CIRCLE = VerifiedMotion.EXCITATION, VerifiedMotion.POINTS, VerifiedMotion.CIRCLE


class TwoMotions(fake_robot.FakeProcedure):
    """A second excitation in two stages, then the way to a circle and the circle itself."""

    def prepare(self, session: fake_robot.FakeSession, monitor: object) -> Prepared:
        count = session.safe.stop_count

        def planned(code: str, **facts: object) -> PlannedMotion:
            return PlannedMotion(code, fake_robot.preview(top_speed=1.2, stop_count=count), facts)  # type: ignore[arg-type]

        first = tuple(planned(STAGE, stage=n, fraction=f, cycles=1) for n, f in ((1, 0.5), (2, 1.0)))
        second = (planned(APPROACH, move=1), planned(STAGE, stage=1, fraction=1.0, cycles=1))
        still = np.zeros((4, 6))
        parts = (
            PreparedPart(EXCITATION, "verify-excitation", first, still, {"seed": 1}),
            PreparedPart(CIRCLE, "verify-circle", second, still, {"seed": 1, "speed": 0.234}),
        )
        motions = tuple(motion for part in parts for motion in part.motions)
        return PreparedVerification(self.name, motions, 9.0, session.connection_count, count, parts=parts)

    def run(self, session: fake_robot.FakeSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        monitor.keep(PartBegins(EXCITATION, 0))
        monitor.report(0.0, "stage 1 of 2")
        monitor.keep(StageForecast(1.0, np.array([0.1, 0.42, np.nan, 0.1, 0.1, 0.1]), ()))
        monitor.report(0.2, "stage 2 of 2")
        monitor.keep(PartBegins(CIRCLE, 2))
        monitor.report(0.5, "stage 2 of 2")
        return super().run(session, prepared, monitor)


@pytest.fixture
def verified(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A bench whose visit has a model, on the way over the robot."""
    monkeypatch.setattr("app.jobs.task.REPORT_INTERVAL_S", 0.0)
    bench.window.guide = GuideName.ON_ROBOT
    bench.window.visit.result = examples.result()
    bench.procedure = TwoMotions()
    page = bench.window.pages[Step.VERIFY]
    page.run.make_procedure = lambda: bench.procedure
    bench.connect()
    return bench


def _column(page: VerifyPage, column: int) -> list[str]:
    model = page.rows.model
    return [str(model.data(model.index(row, column))) for row in range(model.rowCount())]


def test_what_would_happen_is_listed_and_shown(verified: Bench) -> None:
    page = verified.open(Step.VERIFY)
    assert _column(page, 0) == [
        "Second excitation: faster, still measured",
        "Second excitation: full speed",
        "Circle of 100 mm: to the start pose, slowly",
        "Circle of 100 mm at 234 mm/s: full speed",
    ]
    assert set(_column(page, STATE)) == {"not yet"}
    assert page.motion.hold.accessibleName() == "Hold 1 s to start"
    assert not page.motion.hold.isEnabled(), "nobody said that the cell is clear"
    assert page.motion.picture.swept is not None, "the motions are painted"
    assert page.views.index == MOTIONS
    assert "not compared with a new motion yet" in page.result.words


def test_the_motions_are_followed(verified: Bench) -> None:
    page = verified.open(Step.VERIFY)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: verified.link.state is LinkState.MOVING)
    wait_until(lambda: _column(page, STATE)[3] == "running now")
    assert _column(page, STATE) == ["done", "done", "done", "running now"]
    assert "Circle of 100 mm at 234 mm/s: full speed (4 of 4)" in page.run.moving.words
    assert not page.form.isEnabled()
    assert not page.primary_enabled
    verified.window.top_bar.stop.click()
    wait_until(lambda: not page.run.is_running)
    assert _column(page, STATE)[3] == "stopped here"
    assert page.form.isEnabled()
    verified.quiet()


@pytest.mark.parametrize(
    ("limit", "passes", "words"),
    [
        (0.3, True, "Every joint keeps its limit."),
        (0.1, False, "Beyond the limit: joint 6."),
    ],
)
def test_every_joint_passes_or_fails(verified: Bench, limit: float, *, passes: bool, words: str) -> None:
    page = verified.open(Step.VERIFY)
    found = verification(limit=limit)
    verified.procedure.outcome = Outcome("verify", ("verify-excitation", "verify-circle"), found=found)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: verified.link.state is LinkState.MOVING)
    verified.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    verified.quiet()
    assert words in page.motion.words
    assert page.views.index == RESULT
    assert words in page.result.words
    sentence = "The model predicts every joint within 11 % on motion it has not seen; joint 6 is the worst."
    assert sentence in page.result.words
    wait_until(lambda: bool(page.result.findChildren(RowsTable)))
    table = page.result.findChildren(RowsTable)[0].rows_model
    headings = [column.heading for column in table.columns]
    assert headings == ["Joint", "Second excitation", "Circle of 100 mm", "Limit", "RMS error", "Verdict"]
    rows = [[str(table.data(table.index(row, column))) for column in range(6)] for row in range(6)]
    assert rows[0][:4] == ["Joint 1", "3.0\xa0%", "2.0\xa0%", "30\xa0%" if passes else "10\xa0%"]
    assert rows[5][2] == "hardly moves"
    assert [row[5] for row in rows] == ["Good"] * 5 + ["Good" if passes else "Measure again"]
    verdicts = {table._rows[row][5] for row in range(6)}
    assert verdicts == {Verdict.GOOD} | (set() if passes else {Verdict.REPEAT})
    signs = {VERDICT_GLYPHS[verdict] for verdict in verdicts}
    assert len(signs) == len(verdicts), "never by colour alone"
    assert page.primary_enabled


def test_measured_against_model_is_computed_when_it_is_shown(verified: Bench) -> None:
    page = verified.open(Step.VERIFY)
    page._show_verification(verification())
    asked = []
    verified.window.visit.ask_for_curves = asked.append  # type: ignore[method-assign]
    assert not asked
    page.views.tabs.chosen.emit(MEASURED)
    assert asked == ["verify-excitation"]
    assert page.recording.isVisible()
    page.recording.setCurrentIndex(1)
    page.recording.picked.emit()
    assert asked == ["verify-excitation", "verify-circle"]


def test_the_verification_of_the_visit_is_shown_again(verified: Bench) -> None:
    page = verified.open(Step.VERIFY)
    answer(verified.window._runner, "verification_of_visit", verification(limit=0.1))
    assert "Beyond the limit: joint 6" in page.result.words
    assert page.views.index == RESULT


def test_fields_are_read(verified: Bench) -> None:
    form = verified.window.pages[Step.VERIFY].form
    form.show_arm(joints=6, runs_trajectories=True)
    made = form.procedure()
    assert made is not None
    assert made.wanted.motions == (EXCITATION, POINTS, CIRCLE)
    assert made.limits is not None
    assert made.limits.relative_error == (0.3,) * 6
    form.limit.show_text("5 10 10 20 20 20 %")
    form.rms.show_text("1,5 N·m")
    form.payload.show_text("2 kg")
    form.ticks[CIRCLE].setChecked(False)
    made = form.procedure()
    assert made is not None
    assert made.limits is not None
    assert made.limits.relative_error == (0.05, 0.1, 0.1, 0.2, 0.2, 0.2)
    assert made.limits.rms_torque == (1.5,) * 6
    assert (made.payload_mass, made.wanted.motions) == (2.0, (EXCITATION, POINTS))
    form.limit.show_text("5 10 %")
    assert form.procedure() is None, "neither one nor six"
    form.limit.show_text("30 %")
    for tick in form.ticks.values():
        tick.setChecked(False)
    assert form.procedure() is None


def test_a_closed_controller_is_moved_between_poses_only(verified: Bench) -> None:
    form = verified.window.pages[Step.VERIFY].form
    form.show_arm(joints=6, runs_trajectories=False)
    assert form.motions == (POINTS,)
    assert not form.ticks[CIRCLE].isEnabled()
    form.show_arm(joints=6, runs_trajectories=True)
    assert form.motions == (EXCITATION, POINTS, CIRCLE)


def test_another_limit_makes_what_was_looked_at_void(verified: Bench) -> None:
    page = verified.open(Step.VERIFY)
    assert page.run.is_prepared
    page.form.limit.show_text("20 %")
    assert not page.run.is_prepared
    wait_until(lambda: page.run.is_prepared)


@pytest.mark.parametrize(("text", "value"), [("", None), ("30 %", (0.3,)), ("2,5; 10", (0.025, 0.1))])
def test_shares_are_typed_in_percent(text: str, value: object) -> None:
    assert parse_shares(text) == (value if value is None else pytest.approx(value))


@pytest.mark.parametrize("text", ["many", "-3 %", "0", "1 2 x"])
def test_what_is_no_limit_is_not_understood(text: str) -> None:
    for parse in (parse_shares, parse_torques):
        with pytest.raises(NotUnderstood):
            parse(text)


def test_torques_are_typed_with_or_without_their_unit() -> None:
    assert parse_torques("1.5 N·m") == (1.5,)
    assert parse_torques("1 2 Nm") == (1.0, 2.0)
    assert parse_torques("3 N") == (3.0,)
    assert parse_torques("") is None
