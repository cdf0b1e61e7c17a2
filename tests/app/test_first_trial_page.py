"""The first trial on the page: what an arm may do before it, its steps, and what is stored after the last."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome
from app.arm.trial_stage import TrialStage, stage_of
from app.guide.virtual_flange import VirtualFlange
from app.visit.settings import PassedTrial, Settings, SettingsStore
from app.visit.steps import Step
from core.quality import Judgement, Reason, Verdict
from core.recording import Mark
from core.workflow import Capability
from devices.capabilities import ControllerKind
from devices.controller import PayloadSetting
from devices.errors import RobotStateError, TransportError
from devices.families import FAMILIES
from devices.safety.first_trial import TrialStep
from devices.safety.network_quality import NetworkQuality
from tests.app import fake_robot
from tests.app.fake_robot import FakeProcedure, FakeSession
from tests.app.robot_bench import Bench, MakeWindow, bench_of
from tests.waiting import LIMIT_MS, wait_until

NAME = "ur:10.0.0.2"
CONSENTED = f"{NAME}?motion=allowed"
SERIAL = "4711"
PASSED = PassedTrial("ur", SERIAL, "2026-01-01T10:00:00+00:00")


class Payload:
    """The part of a controller that keeps a payload."""

    def __init__(self, session: FakeSession) -> None:
        self._session = session
        self.kept = PayloadSetting(2.4)
        self.written: list[PayloadSetting] = []
        self.is_forgetful = False
        before = session.controller
        self.status, self.counters = before.status, before.counters

    @property
    def capabilities(self):
        return self._session.capabilities

    def read_payload(self) -> PayloadSetting:
        return self.kept

    def write_payload(self, setting: PayloadSetting) -> PayloadSetting:
        self.written.append(setting)
        self.kept = PayloadSetting(0.0) if self.is_forgetful else setting
        return self.kept


@pytest.fixture
def arm(qtbot: QtBot, tmp_path, make_window: MakeWindow) -> Bench:
    """A real arm in a network that may be moved, on the page of the connection."""
    session = FakeSession(mark=Mark.NONE)
    session.uri = CONSENTED
    session.capabilities = replace(session.capabilities, payload_write_back=True)
    session.controller = Payload(session)
    found = bench_of(qtbot, tmp_path, make_window, session)
    found.window.open_step(Step.CONNECT)
    found.trial = found.robot.connect_page.trial
    found.trial.run.make_procedure = lambda: found.procedure
    found.procedure.name = "first-trial"
    return found


def _carry_out(arm: Bench, outcome: Outcome | None = None, *, stop: bool = False) -> None:
    """One step: hold the button, and let it end in this way."""
    run = arm.trial.run
    arm.procedure = FakeProcedure("first-trial")
    run.look_again()
    wait_until(lambda: run.is_prepared)
    arm.procedure.outcome = outcome
    arm.trial.motion.hold.held.emit()
    wait_until(lambda: arm.link.state is LinkState.MOVING)
    if stop:
        arm.window.top_bar.stop.click()
    else:
        arm.procedure.finish.set()
    arm.quiet()
    wait_until(lambda: not run.is_running)


def _failed(error) -> Outcome:
    return Outcome("first-trial", error=error)


def test_each_stage_follows_from_the_name_the_arm_and_what_it_has_passed() -> None:
    moves = fake_robot.capabilities(mark=Mark.NONE)
    reads = replace(moves, kind=ControllerKind.READ_ONLY, motions=frozenset())
    new, passed = Settings(), Settings().with_trial(PASSED)

    def stage(uri, *, serial=SERIAL, capabilities=moves, settings=new) -> TrialStage:
        return stage_of(uri, serial=serial, capabilities=capabilities, settings=settings)

    assert stage(NAME, capabilities=reads) is TrialStage.TO_BEGIN
    assert stage(NAME, capabilities=reads, settings=passed) is TrialStage.TO_ALLOW
    assert stage(NAME, capabilities=reads, serial="", settings=passed) is TrialStage.NO_SERIAL
    assert stage(NAME, capabilities=reads, serial="4712", settings=passed) is TrialStage.TO_BEGIN
    assert stage(CONSENTED) is TrialStage.UNDER_WAY
    assert stage(CONSENTED, settings=passed) is TrialStage.ALLOWED
    assert stage(CONSENTED, capabilities=reads, settings=passed) is TrialStage.REFUSED
    assert stage(f"{NAME}?motion=none") is TrialStage.TO_BEGIN
    virtual = fake_robot.capabilities(mark=Mark.VIRTUAL)
    assert stage("emulated:ur:ur10e", capabilities=virtual) is TrialStage.NONE
    assert stage(CONSENTED, capabilities=virtual) is TrialStage.NONE
    assert stage("serial:/dev/ttyACM0") is TrialStage.NONE
    assert stage("somewhere") is TrialStage.NONE


def test_a_family_without_motion_is_said_to_be_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    (ur,) = [family for family in FAMILIES if family.scheme == "ur"]
    object.__setattr__(ur, "options", tuple(each for each in ur.options if each.name != "motion"))
    monkeypatch.setattr("devices.families.FAMILIES", (ur,))
    try:
        found = stage_of(NAME, serial=SERIAL, capabilities=fake_robot.capabilities(mark=Mark.NONE),
                         settings=Settings())  # fmt: skip
        assert found is TrialStage.READ_ONLY
        assert ur.with_consent(NAME) == NAME
    finally:
        from devices.universal_robots.settings import OPTIONS

        object.__setattr__(ur, "options", OPTIONS)


@pytest.mark.parametrize("scheme", [family.scheme for family in FAMILIES if family.network is not None])
def test_every_arm_in_a_network_is_moved_after_a_trial_of_its_own(scheme: str) -> None:
    moves, reads = (
        fake_robot.capabilities(mark=Mark.NONE),
        replace(fake_robot.capabilities(mark=Mark.NONE), kind=ControllerKind.READ_ONLY),
    )
    name, passed = f"{scheme}:10.0.0.2", replace(PASSED, family=scheme)

    def stage(uri: str, capabilities, *trials: PassedTrial) -> TrialStage:
        return stage_of(uri, serial=SERIAL, capabilities=capabilities, settings=Settings(trials=trials))

    assert stage(name, reads) is TrialStage.TO_BEGIN
    assert stage(name, reads, passed) is TrialStage.TO_ALLOW
    assert stage(f"{name}?motion=allowed", moves) is TrialStage.UNDER_WAY
    assert stage(f"{name}?motion=allowed", moves, passed) is TrialStage.ALLOWED
    other = replace(passed, family="elite-cs" if scheme == "ur" else "ur")
    assert stage(name, reads, other) is TrialStage.TO_BEGIN


def test_consent_is_added_and_removed() -> None:
    (ur,) = [family for family in FAMILIES if family.scheme == "ur"]
    assert ur.with_consent(f"{NAME}?rate=125") == f"{NAME}?rate=125&motion=allowed"
    assert ur.with_consent(CONSENTED) == CONSENTED
    assert ur.without_consent(f"{NAME}?rate=125&motion=allowed") == f"{NAME}?rate=125"
    assert ur.without_consent(CONSENTED) == NAME


def _quality(*reasons: Reason) -> NetworkQuality:
    return NetworkQuality(0.001, 0.003, 0.008, 0.012, Judgement.of(reasons))


def _network_is(monkeypatch: pytest.MonkeyPatch, found: NetworkQuality) -> None:
    monkeypatch.setattr("app.arm.first_trial.measure_network", lambda _session, _monitor: found)


def test_a_read_arm_begins_its_trial_by_a_press(
    arm: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    _network_is(monkeypatch, _quality())
    arm.session.uri = f"{NAME}?rate=125"
    names = []
    arm.robot.connect_page.connect_asked.connect(lambda uri, _robot: names.append(uri))
    arm.connect()
    assert arm.trial.stage is TrialStage.TO_BEGIN
    assert "about ten minutes" in arm.trial._words.accessibleName()
    arm.trial.go_button.setFocus()
    with qtbot.waitSignal(arm.link.connected, timeout=LIMIT_MS):
        arm.trial.go_button.click()
        assert arm.window.focusWidget() is arm.trial, "not the button that disconnects"
    assert names == [f"{NAME}?rate=125&serial=4711&motion=allowed"], "this very arm, by its number"
    arm.quiet()
    assert "motion" not in arm.robot.uri, "the next connection only reads"
    words = arm.trial._network.accessibleName()
    assert words == ("Network: round trip 1.0 ms, at most 3.0 ms; packets up to 12 ms late. Good for motion.")


@pytest.mark.parametrize(
    ("code", "said"), [("network-delay", "misses heartbeats"), ("network-round-trip", "arrives too late")]
)
def test_a_bad_network_lets_no_arm_move(
    arm: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, code: str, said: str
) -> None:
    facts = {"value": 0.3, "good": 0.05, "most": 0.125}
    _network_is(monkeypatch, _quality(Reason(f"{code}-refused", facts, Verdict.REPEAT)))
    arm.session.uri = NAME
    arm.connect()
    arm.trial.go_button.click()
    arm.quiet()
    wait_until(lambda: said in arm.trial._network.accessibleName())
    assert arm.link.is_connected
    assert not arm.session.is_closed, "it is not connected again"
    assert arm.trial.stage is TrialStage.TO_BEGIN
    usable = _quality(Reason(code, facts, Verdict.USABLE))
    _network_is(monkeypatch, usable)
    with qtbot.waitSignal(arm.link.connected, timeout=LIMIT_MS):
        arm.trial.go_button.click()
    arm.quiet()


def test_an_address_that_falls_silent_is_no_network(arm: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(_session: object, _monitor: object) -> NetworkQuality:
        raise TransportError("address-silent", address="10.0.0.2", port=30004, waited_s=1.0)

    monkeypatch.setattr("app.arm.first_trial.measure_network", silent)
    arm.session.uri = NAME
    arm.connect()
    arm.trial.go_button.click()
    wait_until(lambda: "10.0.0.2" in arm.window.banner.text)
    arm.quiet()
    assert arm.trial._network.isHidden()


def test_before_it_has_passed_nothing_but_the_trial_moves_the_arm(arm: Bench, store: SettingsStore) -> None:
    arm.connect()
    assert arm.trial.stage is TrialStage.UNDER_WAY
    assert arm.robot.situation.capabilities == frozenset()
    assert arm.robot._is_in_trial(arm.session), "what the safety layer asks before every motion"
    page = arm.robot.connect_page
    assert not page.primary_enabled
    assert not page.begins_by_itself
    store.update(store.current.with_trial(PASSED))
    assert Capability.MOTION in arm.robot.situation.capabilities
    assert not arm.robot._is_in_trial(arm.session)
    assert page.primary_enabled


def test_the_safety_layer_of_a_connected_arm_can_ask(arm: Bench) -> None:
    places = []
    arm.link.connect_to = places.append
    arm.robot._connect_to(CONSENTED, "ec66")
    (place,) = places
    assert place.uri == CONSENTED
    assert place.is_in_trial(arm.session)


def test_what_a_motion_lacks_is_shown_before_it_is_asked_for(arm: Bench) -> None:
    arm.session.uri = NAME
    arm.session.missing = (("ur-speed-scaled", {"share": 0.5}), ("ur-program-running", {}))
    arm.connect()
    shown = arm.trial.conditions
    shown.look()
    assert not shown.isHidden()
    assert [row.code for row in shown.list.rows] == ["ur-speed-scaled", "ur-program-running"]
    assert shown.list.rows[0].reason == (
        "The speed slider is at 50 %. Move the slider at the pendant to 100 %, unless you mean it. (D-461)"
    )
    arm.session.missing = ()
    shown.look()
    assert shown.list.rows == ()
    assert shown._title.isHidden()


def test_an_arm_passes_step_by_step(arm: Bench, store: SettingsStore) -> None:
    store.update(replace(store.current, operator="Ada"))
    arm.connect()
    trial = arm.trial
    _carry_out(arm)
    assert trial.asks
    trial.yes_button.click()
    assert trial.step is TrialStep.STOP
    _carry_out(arm, stop=True)
    trial.yes_button.click()
    assert trial.step is TrialStep.CABLE
    _carry_out(arm, _failed(TransportError("link-lost", errno=5, reason="out")))
    trial.yes_button.click()
    _carry_out(arm, _failed(RobotStateError("motion-ended-early", outcome="failed")))
    assert store.current.trials == ()
    trial.yes_button.click()
    assert trial.step is TrialStep.PAYLOAD
    assert trial.motion.isHidden()
    trial.payload_button.click()
    wait_until(lambda: bool(store.current.trials))
    (passed,) = store.current.trials
    assert (passed.family, passed.serial, passed.operator) == ("ur", SERIAL, "Ada")
    assert arm.session.controller.written == [PayloadSetting(2.4)]
    assert trial.stage is TrialStage.ALLOWED
    assert trial._checklist.isHidden()
    assert Capability.MOTION in arm.robot.situation.capabilities
    arm.quiet()
    store.finish()
    assert SettingsStore(store._path).current.trials == (passed,), "kept between starts"


def test_a_step_that_went_on_is_done_again(arm: Bench) -> None:
    arm.connect()
    trial = arm.trial
    trial.done = (TrialStep.JOG,)
    _carry_out(arm)
    assert not trial.asks
    assert "should not have" in trial.motion.words
    assert trial.step is TrialStep.STOP
    _carry_out(arm, stop=True)
    assert trial.asks


def test_an_arm_that_did_not_stop_is_only_read_from_then_on(
    arm: Bench, qtbot: QtBot, store: SettingsStore
) -> None:
    names = []
    arm.robot.connect_page.connect_asked.connect(lambda uri, _robot: names.append(uri))
    arm.connect()
    _carry_out(arm)
    with qtbot.waitSignal(arm.link.connected, timeout=LIMIT_MS):
        arm.trial.no_button.click()
    arm.quiet()
    assert names == [NAME]
    assert arm.trial.done == ()
    assert store.current.trials == ()


def test_another_arm_begins_with_the_first_step(arm: Bench, qtbot: QtBot) -> None:
    arm.connect()
    arm.trial.done = (TrialStep.JOG, TrialStep.STOP)
    arm.session.identity = fake_robot.identity("4712")
    with qtbot.waitSignal(arm.link.closed, timeout=LIMIT_MS):
        arm.link.disconnect_robot()
    arm.connect()
    assert arm.trial.done == ()


def test_a_payload_that_is_not_kept_does_not_pass(arm: Bench, store: SettingsStore) -> None:
    arm.connect()
    arm.trial.done = tuple(step for step in TrialStep if step is not TrialStep.PAYLOAD)
    arm.trial.show_arm()
    arm.session.controller.is_forgetful = True
    arm.trial.payload_button.click()
    arm.quiet()
    wait_until(lambda: bool(arm.window.banner.text))
    assert store.current.trials == ()


def test_without_a_payload_in_the_controller_there_is_no_such_step(arm: Bench) -> None:
    arm.session.capabilities = replace(arm.session.capabilities, payload_write_back=False)
    arm.connect()
    assert arm.trial.steps == tuple(step for step in TrialStep if step is not TrialStep.PAYLOAD)


def test_an_arm_that_finishes_a_move_alone_shows_nothing_by_itself(arm: Bench) -> None:
    arm.session.capabilities = replace(arm.session.capabilities, stops_when_host_silent=False)
    arm.connect()
    trial = arm.trial
    assert trial.steps == (TrialStep.JOG, TrialStep.STOP, TrialStep.PAYLOAD)
    assert [sign.isHidden() for sign in trial._signs.values()] == [False, False, True, True, False]
    assert trial._signs[TrialStep.PAYLOAD].accessibleName().startswith("3. ")


def test_a_virtual_robot_has_no_trial(bench: Bench) -> None:
    bench.connect()
    page = bench.robot.connect_page
    assert page.trial.stage is TrialStage.NONE
    assert page.trial.isHidden()


@pytest.mark.expected_log("A first trial in the settings")
def test_trials_that_cannot_be_read_are_left_out(store: SettingsStore) -> None:
    store.update(store.current.with_trial(PASSED).with_trial(replace(PASSED, operator="Ada")))
    assert [trial.operator for trial in store.current.trials] == ["Ada"], "one for each arm"
    store.finish()
    text = store._path.read_text("utf-8").replace('"trials": [', '"trials": [{"family": 3}, ')
    store._path.write_text(text, "utf-8")
    assert SettingsStore(store._path).current.trials == store.current.trials


def test_an_emulated_controller_takes_no_load_from_this_program(bench: Bench) -> None:
    flange = VirtualFlange(bench.link, is_for_reference=False)
    bench.connect()
    flange.show_state()
    assert not flange.isHidden()
    bench.session.uri = "emulated:ur:ur10e"
    flange.show_state()
    assert flange.isHidden()
    assert flange.hung_mass is None
    flange.deleteLater()
