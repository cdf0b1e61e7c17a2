"""Words of the frame around the pages: title, bar, rail and footer, by the visit and the page in front."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from PySide6.QtCore import QObject, Slot

from app.arm.link import RobotLink, virtual_clock
from app.guide.primary_action import Meaning, Primary
from app.shell.frame import Frame
from app.shell.on_robot import OnRobot
from app.shell.sides import Sides
from app.shell.step_words import blocking_word
from app.shell.top_bar import TopBar
from app.shell.unattended import GoingOn, TurnsPages, button_words
from app.speech.words import mark_word
from app.visit.feature_registry import feature_steps
from app.visit.open_visit import OpenVisit
from app.visit.steps import GuideName, Step
from core.workflow import Journey, StepState
from devices.virtual.settings import Pace

PACES = (Pace.REAL, Pace.FOURFOLD, Pace.SIXTEENFOLD)


_OF_LOCKED_GEARS, _OF_TWO_ENCODERS = {"torque-ramps"}, {"load-steps", "twist"}
"""Keys of the steps for a gear on a bench, and of those that need an encoder on either side of a gear."""


class PaceControl(QObject):
    """Shows the pace while a virtual robot is connected, and changes it; no other arm has one."""

    def __init__(self, link: RobotLink, top_bar: TopBar, *, parent: QObject) -> None:
        super().__init__(parent)
        self._link, self._bar = link, top_bar
        top_bar.pace_button.clicked.connect(self.turn)
        for signal in (link.connected, link.closed, link.state_changed):
            signal.connect(self.show)
        self.show()

    @property
    def pace(self) -> Pace | None:
        """The pace of the connected virtual robot; None without one."""
        clock = virtual_clock(self._link.session)
        return None if clock is None else clock.pace

    @Slot()
    def turn(self) -> None:
        """Take the next pace; after the fastest comes real time again."""
        clock = virtual_clock(self._link.session)
        if clock is not None:
            known = PACES.index(clock.pace) if clock.pace in PACES else len(PACES) - 1
            clock.pace = PACES[(known + 1) % len(PACES)]
        self.show()

    @Slot()
    def show(self, *_: object) -> None:
        """Show the present pace, or nothing."""
        pace = self.pace
        self._bar.show_pace("" if pace is None else _word(pace))


def _word(pace: Pace) -> str:
    return "∞×" if pace.factor is None else f"{pace.factor:.0f}×"


class TitledWindow(TurnsPages, Protocol):
    """The window, with its title."""

    def setWindowTitle(self, title: str, /) -> None:
        """Set the title of the window."""


class FrameWords(QObject):
    """Shows the state of the page in front, again whenever it may have changed."""

    def __init__(
        self,
        window: TitledWindow,
        frame: Frame,
        sides: Sides,
        visit: OpenVisit,
        link: RobotLink,
        on_robot: OnRobot,
        going_on: GoingOn,
        *,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._frame, self._sides = window, frame, sides
        self._visit, self._link, self._on_robot, self._going_on = visit, link, on_robot, going_on
        self._busy_words, self._is_turning = "", False
        self._on_rail: tuple[Journey, Step, bool, set[str]] | None = None
        PaceControl(link, frame.top_bar, parent=self)
        for signal in (visit.changed, link.state_changed, link.busy_changed, sides.changed, going_on.changed):
            signal.connect(self.show)
        visit.busy.connect(self._show_busy)
        visit.progressed.connect(self._show_progress)

    @contextmanager
    def shown_once(self) -> Iterator[None]:
        """Show all changes of the block once, at its end."""
        self._is_turning = True
        try:
            yield
        finally:
            self._is_turning = False
        self.show()

    def show_of(self, step: Step) -> None:
        """Show the state again if this step is in front; many pages change at once."""
        if step is self._window.step:
            self.show()

    @Slot()
    def show(self) -> None:
        """Show the state of the page in front."""
        if self._is_turning:
            return
        self.show_robot()
        self._show_home()
        footer = self._frame.footer
        if (side := self._sides.page) is not None:
            self._frame.show_moving(is_moving=False, rail=False)
            footer.show_primary(side.primary_now(is_undone=False), of=side)
            footer.show_back(enabled=True)
            footer.show_place(side.place_words)
            footer.show_by_itself("")
            footer.show_skip("")
        step = self._window.step
        if step is None:
            self._frame.show_moving(is_moving=False, rail=False)
            return
        journey, page = self._window.journey, self._window.pages[step]
        fixed = self._link.may_move
        self._frame.show_moving(is_moving=page.is_moving, rail=page.shows_rail)
        self._show_rail(journey, step, fixed=fixed)
        summary = self._visit.summary
        name = summary.name if summary else self.tr("New visit")
        self._window.setWindowTitle(self.tr("{visit} · Torsion").format(visit=name))
        primary = self._show_primary(journey, step)
        can_skip = primary.meaning is not Meaning.GO_ON and not fixed and page.primary_enabled
        footer.show_skip(page.primary_text if can_skip else "")
        footer.show_back(enabled=not fixed)
        going_on = self._going_on
        offers = going_on.is_offered and not page.is_moving
        footer.show_by_itself(button_words(is_going=going_on.is_going) if offers else "")
        self._show_place_in(journey)

    def _show_primary(self, journey: Journey, step: Step) -> Primary:
        """Show what the rectangle does on the page of this step."""
        page = self._window.pages[step]
        if page.run is not None:
            self._frame.footer.take(page.run.card.hold, page.run.card.look_button)
        primary = page.primary_now(is_undone=_is_undone(journey, step))
        if not primary.is_enabled and self._visit.is_busy:
            primary = Primary(Meaning.BUSY, self.tr("Working it out"))
        self._frame.footer.show_primary(primary, of=page)
        return primary

    @Slot()
    def show_motion(self) -> None:
        """Show how far the motion of the page in front has come."""
        step = self._window.step
        if step is not None:
            page = self._window.pages[step]
            if page.run is not None and page.run.is_running:
                self._frame.footer.show_primary(page.primary_now(is_undone=True), of=page)

    def _show_rail(self, journey: Journey, step: Step, *, fixed: bool) -> None:
        left_out = self._left_out(journey) - {str(step)}
        now = (journey, step, fixed, left_out)
        if now == self._on_rail:  # many pages tell of one change
            return
        self._on_rail = now
        rail, guide = self._frame.rail, journey.guide
        rows = tuple(row for row in guide.rows if row[0].key not in left_out)
        rail.show_guide(rows, more=tuple(each for each in guide.more if each.key not in left_out))
        for each in rail.buttons:
            can_open = journey.can_open(each)
            rail.show_step(
                each,
                journey.state(each, current=step),
                can_open=can_open and not fixed,
                reason="" if can_open else blocking_word(journey.blocking(each)),
                parts=journey.parts(each),
            )
        for row in rows:
            if len(row) > 1:
                state, parts = journey.row_state(row)
                rail.show_row(row[0].chapter, state, entry=Step(journey.entry(row)), parts=parts)

    def _left_out(self, journey: Journey) -> set[str]:
        """Keys of the steps that are nothing for the arm, as long as the visit has nothing of them."""
        session = self._link.session if self._link.is_connected else None
        absent = set(_OF_LOCKED_GEARS)
        if session is not None and session.robot.output_locked:
            absent = set()
        elif session is not None and not session.capabilities.has_link_encoders:
            absent |= _OF_TWO_ENCODERS
        made = journey.progress.products
        return {each.key for each in journey.guide.steps if each.key in absent and each.makes not in made}

    @Slot()
    def show_place(self) -> None:
        """Show the place of the page in the guide, or its work."""
        self._show_place_in(self._window.journey)

    def _show_place_in(self, journey: Journey) -> None:
        step = self._window.step
        if step is not None and not self._visit.is_busy:
            page = self._window.pages[step]
            reason = page.primary_now(is_undone=_is_undone(journey, step)).reason
            words = self._going_on.words or reason or page.place_words or self._place_words(journey, step)
            self._frame.footer.show_place(words)

    def _place_words(self, journey: Journey, step: Step) -> str:
        goes_by_itself = step is Step.CONNECT and self._on_robot.connect_page.begins_by_itself
        seconds_left = self._going_on.seconds_ahead if goes_by_itself else journey.seconds_left
        minutes = round(seconds_left / 60.0)
        if minutes < 1 or self._window.guide is GuideName.LIVE:  # a person watches as long as they like
            return ""
        return self.tr("About {minutes} min left").format(minutes=minutes)

    def _show_home(self) -> None:
        """Home lets the robot go and closes the visit: not while the arm moves or a job writes."""
        self._frame.top_bar.home_button.setEnabled(not self._link.may_move and not self._visit.is_busy)

    def show_robot(self) -> None:
        """Show robot, serial number and mark of the visit and of the connected arm in the bar."""
        summary, identity = self._visit.summary, self._link.identity
        marks = {*(summary.marks if summary else ()), *self._on_robot.marks}
        robot = summary.robot if summary else ""
        serial = identity.serial if identity else (summary.serial if summary else "")
        page = None if self._window.step is None else self._window.pages[self._window.step]
        visit = self._visit.tags.now.name
        if page is not None and page.shows_rail and summary is None:
            visit = visit or self.tr("New visit")
        shown = None if page is None else page.shown_arm
        marks |= {mark for one in (page, self._sides.page) if one is not None for mark in one.marks}
        if shown is not None:
            robot, serial, visit = shown.robot, shown.serial, ""
        self._frame.top_bar.show_robot(robot, visit=visit, mark=mark_word(marks), serial=serial)
        self._frame.top_bar.visit_button.setEnabled(shown is None)

    @property
    def _page_shows_progress(self) -> bool:
        """True for a page with a progress bar and a *Cancel* of its own."""
        step = self._window.step
        return step is not None and feature_steps()[step].shows_progress

    @Slot(str)
    def _show_busy(self, words: str) -> None:
        self._busy_words = words
        self._keep_focus(busy=bool(words))
        self._frame.footer.show_busy("" if self._page_shows_progress else words)
        self.show()

    def _keep_focus(self, *, busy: bool) -> None:
        """Let the page hold the focus of a disabled button, which Qt would hand on to STOP."""
        primary, step = self._frame.footer.primary_button, self._window.step
        if step is None:
            return
        page = self._window.pages[step]
        if busy and primary.hasFocus():
            page.setFocus()
        elif not busy and page.hasFocus():
            self.show()
            primary.setFocus()

    @Slot(float, str)
    def _show_progress(self, fraction: float, _text: str) -> None:
        if self._visit.is_busy and not self._page_shows_progress:
            self._frame.footer.show_busy(f"{self._busy_words} · {round(100 * fraction)} %")


def _is_undone(journey: Journey, step: Step) -> bool:
    """True where going on would leave the step undone, or partly done."""
    return journey.makes_something(step) and journey.state(step) is not StepState.DONE
