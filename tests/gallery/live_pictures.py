"""Pages while virtual arms move: worn joints, a motion, one encoder, a silent stream, a payload."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtGui import QPixmap

from app.arm.link_state import LinkState
from app.arm.procedure import Prepared
from app.features.live.lower import LOOPS, STATISTICS
from app.features.live.page import LivePage
from app.features.live.spectrum_plot import SpectrumMode
from app.features.recording.page import SWAY
from app.features.recording.procedure import RecordProcedure
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.window import Window
from app.visit.steps import Step
from core.payload.plan import PayloadMode
from devices.capabilities import ControllerKind
from devices.virtual.emulated_arm import DEFAULT_BAUD, EmulatedArm
from devices.virtual.settings import VirtualSettings
from tests.app.journeys.hand import Hand
from tests.app.journeys.played import measure, somebody_worked_here
from tests.gallery.drawn_arms import is_drawing
from tests.gallery.hall import spin, wait

Taken = tuple[str, QPixmap]
"""Name of a picture, and the picture."""
ROBOT = "ec66"
SWAYING = "virtual:ec66?kind=read-only&worn=1"
MOVED = "virtual:ec66?kind=read-only&worn=3"
WITHOUT_LINK = "virtual:ec66?kind=closed"
WORN, HEALTHY = 0, 2
MOVED_WORN, MOVED_HEALTHY = 2, 1
"""Joints, counted from 0."""
_SWAYS_MS, _SETTLE_MS, _SHORT_MS = 28_500, 2_000, 12_000
_MOTION_S = 60.0
_SWEPT = 5
_CURSORS_S = (-6.2, -2.4)
_LIGHT, _DARK = ThemeName.LIGHT, ThemeName.DARK


def live_pictures(window: Window, folder: Path) -> Iterator[Taken]:
    """All pictures of the live page; ``folder`` is for the link of an emulated arm."""
    yield from _worn_beside_healthy(window)
    yield from _moving(window)
    yield from _without_link_encoders(window)
    yield from _silent(window, folder)
    current_theme().apply(_LIGHT)


def payload_picture(window: Window) -> Iterator[Taken]:
    """A closed controller's arm swings what hangs on it; some of its sweeps are done."""
    hand, pages = Hand(window, wait), window.pages
    somebody_worked_here(window, WITHOUT_LINK)
    hand.click(window.start_page.payload_card)
    hand.connect()
    hand.go_on("Next")
    reference, sweeps = pages[Step.PAYLOAD_REFERENCE], pages[Step.PAYLOAD_SWEEPS]
    hand.pick(reference.form.mode, PayloadMode.QUICK)
    wait(lambda: not reference.run.is_prepared)
    measure(hand, reference)
    hand.go_on()
    hand.click(sweeps.sweeping.flange.button)
    wait(lambda: bool(sweeps.sweeping.flange.hung_mass) and bool(sweeps.form.payload_mass))
    hand.hold(sweeps)
    wait(lambda: len(sweeps.sweeping.coverage.done) >= _SWEPT)
    yield _taken("payload-moving", _LIGHT, window)
    window.top_bar.stop.click()
    wait(lambda: not sweeps.run.is_running)
    hand.leave()


def _worn_beside_healthy(window: Window) -> Iterator[Taken]:
    """An arm that sways by itself; one joint's gear has a gap."""
    with _watched(window, SWAYING) as page:
        below = page.view.below
        spin(_SWAYS_MS)
        yield _taken("live-all-joints", _LIGHT, window)
        _choose(page, (WORN, HEALTHY))
        below.loops.spectra.modes.press(SpectrumMode.MOTOR_TURNS)
        spin(_SETTLE_MS)
        yield _taken("live-turns", _DARK, window)
        below.loops.spectra.modes.press(SpectrumMode.FREQUENCY)
        below.show_tab(STATISTICS)
        page.tools.hold.click()
        page.tools.cursors.click()
        page.view.charts.cursors.move(*_CURSORS_S)
        yield _taken("live-paused", _LIGHT, window)
        page.tools.cursors.click()
        below.show_tab(LOOPS)


def _moving(window: Window) -> Iterator[Taken]:
    """Two joints of an arm that sways by itself."""
    with _watched(window, MOVED) as page:
        _choose(page, (MOVED_HEALTHY, MOVED_WORN))
        spin(_SWAYS_MS)
        for theme in (_LIGHT, _DARK):
            yield _taken("live-moving", theme, window)


def _without_link_encoders(window: Window) -> Iterator[Taken]:
    with _watched(window, WITHOUT_LINK):
        _sway(window)
        spin(_SHORT_MS)
        yield _taken("live-one-encoder", _DARK, window)
        window.top_bar.stop.click()
        wait(lambda: not window.link.is_running)


def _silent(window: Window, folder: Path) -> Iterator[Taken]:
    """An arm behind a cable that is pulled while it moves by itself."""
    settings = VirtualSettings(ROBOT, kind=ControllerKind.READ_ONLY)
    with EmulatedArm.start(settings, link=folder / "arm") as arm:
        port = f"serial:{arm.port}?baud={DEFAULT_BAUD}"
        with _watched(window, port) as page:
            spin(_SHORT_MS)
            arm.pull()
            wait(lambda: window.link.state is LinkState.SEARCHING)
            taken = _taken("live-stale", _LIGHT, window)
            assert page.view.newest is not None
            assert page.view.newest.is_stale
            yield taken


def _taken(name: str, theme: ThemeName, window: Window) -> Taken:
    current_theme().apply(theme)
    spin(_SETTLE_MS)
    wait(lambda: not is_drawing())
    return f"{name}-{theme.value}", window.grab()


def _sway(window: Window) -> None:
    """Move an arm that does not move by itself."""
    link, procedure = window.link, RecordProcedure(_MOTION_S, motion=SWAY)
    prepared: list[Prepared] = []
    link.prepared.connect(prepared.append)
    link.prepare(procedure)
    wait(lambda: bool(prepared))
    link.prepared.disconnect(prepared.append)
    link.run(procedure, prepared[0].confirmed(clear_cell=True, serial=""))
    wait(lambda: link.state is LinkState.MOVING)


def _choose(page: LivePage, joints: tuple[int, ...]) -> None:
    kinds = ("twist", "torque")
    page.view.show_plots([[f"{kind}_{joint + 1}" for joint in joints] for kind in kinds])


@contextmanager
def _watched(window: Window, uri: str) -> Iterator[LivePage]:
    """From the start screen to the live page, and back."""
    window.start_page.live_card.click()
    window.on_robot.connect_page.connect_asked.emit(uri, ROBOT)
    wait(lambda: window.link.state is LinkState.READY)
    window.footer.primary_button.click()
    page = window.pages[Step.LIVE]
    assert isinstance(page, LivePage)
    wait(lambda: page.view.newest is not None)
    yield page
    window.show_start()
    wait(lambda: window.link.state is LinkState.OFF)
