"""The window: turns the pages of the guides, opens those beside them, and has the keys for everywhere."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QMainWindow

from app.arm.link import RobotLink
from app.arm.live_feed import LiveFeed
from app.guide.actions import Action, bind
from app.guide.page import Page, Surroundings
from app.guide.primary_action import Meaning
from app.health.crash import Crash
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.shell.deferred_building import InTurns
from app.shell.dropping import Dropping
from app.shell.frame import Frame
from app.shell.frame_words import FrameWords
from app.shell.settings_page import Preferences
from app.shell.side_pages import SidePages, connect_sides, step_pages
from app.shell.sides import Side, Sides
from app.shell.start_page import StartPage
from app.shell.step_words import blocking_word
from app.shell.stopping import Stopping
from app.shell.story import Story
from app.shell.unattended import GoingOn
from app.shell.undo_actions import UndoActions
from app.shell.visits import Visits
from app.visit.open_visit import OpenVisit
from app.visit.settings import SettingsStore
from app.visit.steps import GuideName, Step, guide_for, steps_of
from core.workflow import Journey

FIRST_SIZE = (1280, 800)
SMALLEST_SIZE = (960, 640)


class Window(QMainWindow):
    """Turns the pages of a guide; owns what is seen, and nothing that does work."""

    language_wanted = Signal(object)
    """Emitted with another language; the owner of this window then builds it again."""
    place_changed = Signal(object)
    """Emitted with the RunPlace of the open visit and step; None once the visit was closed."""
    robots_listed = Signal(object)
    """The shipped robots, as ``Sequence[RobotChoice]``."""

    def __init__(
        self,
        runner: JobRunner,
        bus: MessageBus,
        settings: SettingsStore,
        *,
        link: RobotLink,
        visits_folder: Path,
        in_turns: bool = False,
    ) -> None:
        """Build everything; with ``in_turns`` the start screen, and the rest from ``rest.begin()`` on."""
        super().__init__()
        self._runner, self.bus, self._settings, self.link = runner, bus, settings, link
        self.guide, self._step = GuideName.FROM_FILES, Step.RECORDINGS
        self.visit = OpenVisit(runner, bus)
        with current_theme().dressed_at_once():
            self.start_page = StartPage()
            self.frame = frame = Frame(
                bus, start_page=self.start_page, start_foot=self.start_page.try_now.foot
            )
            self.top_bar, self.rail, self.footer = frame.top_bar, frame.rail, frame.footer
            self.banner = frame.banner
            self.setCentralWidget(frame)
        self.stopping = Stopping(self, link, bus, self.top_bar)
        self.resize(*FIRST_SIZE)
        self.setMinimumSize(*SMALLEST_SIZE)
        self.setWindowTitle(self.tr("Torsion"))
        self.start_page.show_recent(settings.recent)
        self.start_page.first_card.setFocus()
        self.pages: dict[Step, Page] = {}
        """Pages by their steps: those of the features, and the list of visits."""
        self.beside, self._sides = SidePages(), dict[Side, Page]()
        self._usual_folder, self._is_retired = visits_folder, False
        self._subject: Step | None = None
        """Step that was opened from the state of the arm, to which *Back* leads."""
        self.rest = InTurns(self._rest(), window=self)
        if not in_turns:
            self.rest.complete()

    def _rest(self) -> Iterator[None]:
        """Build everything behind the start screen, a piece at each call for the next."""
        around = self._around()
        for step, page in step_pages(around, visits=lambda: self.visits):
            self.pages[step] = page
            self.frame.take(page)
            yield
        for side, page in self.beside.made(self, around, facts=self._facts):
            self._sides[side] = page
            self.frame.take(page)
            yield
        self._sides[Side.RECORDINGS] = self.pages[Step.RECORDINGS]
        self._join()

    def _join(self) -> None:
        """Make the objects that work on all pages, and connect them."""
        from app.shell.guide_launcher import GuideLauncher
        from app.shell.on_robot import OnRobot

        link, settings, bus, frame = self.link, self._settings, self.bus, self.frame
        self.on_robot = OnRobot(link, self.visit, settings, bus, self.pages)
        self.visits = Visits(
            self.visit, self.on_robot, settings, self._runner, bus, folder=self._usual_folder
        )
        self.sides = Sides(self._sides, frame, link, bus, parent=self)
        self.stopping.stopped.connect(self.on_robot.motion_stopped)
        self.going_on = GoingOn(self, self.visit, link, bus, parent=self)
        self.preferences = Preferences(
            self.beside.settings, settings, self.visits, bus, usual_folder=self._usual_folder, parent=self
        )
        self.frame_words = FrameWords(
            self, frame, self.sides, self.visit, link, self.on_robot, self.going_on, parent=self
        )
        dropping = Dropping(self, self.visit, link, bus)
        self.guides = GuideLauncher(
            self, dropping, self.start_page, self.visit, self.visits, self.on_robot, settings, parent=self
        )
        self.undo_actions = UndoActions(self.visit, link, bus, parent=self)
        self.story = Story(self, settings, self.start_page.try_now)
        self._connect()
        self._connect_going_on()
        self._make_shortcuts()
        self.frame_words.show_robot()
        self.visits.look_at_recent()
        self.frame.show_start()

    def _around(self) -> Surroundings:
        return Surroundings(
            self.link,
            self.visit,
            self._settings,
            self._runner,
            self.bus,
            LiveFeed(self.link, self),
            robots_listed=self.robots_listed,
            open_step=lambda key: self._go_to(Step(key)),
            make_visit=self._make_visit,
            make_visit_from_files=lambda *asked: self.visits.make_from_files(*asked),  # noqa: PLW0108  # made later
        )

    @property
    def step(self) -> Step | None:
        """The open step; None on the start screen and on a page beside the guides."""
        return None if self.frame.is_on_start or self.sides.current else self._step

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the guide that is followed."""
        return steps_of(self.guide)

    @property
    def journey(self) -> Journey:
        """State of the steps of the visit, with the robot that is connected."""
        return Journey(self.visit.progress.following(self.guide), self.on_robot.situation)

    def show_start(self) -> None:
        """Go to the start screen; the visit is saved and closed, a robot is let go."""
        self.link.disconnect_robot()
        self.visits.close()
        self.frame_words.show_robot()
        self.guides.show_recent()
        self.sides.forget()
        self.frame.show_start()
        self.setWindowTitle(self.tr("Torsion"))
        self.start_page.first_card.setFocus()

    def open_step(self, step: Step) -> None:
        """Go to a step; one of the other guide changes the guide."""
        self.guide = guide_for(step, now=self.guide, is_connected=self.link.session is not None)
        self._step, self._subject = step, None
        self.sides.forget()
        self.visit.look_at(self.guide, step)
        page = self.pages[step]
        with self.frame_words.shown_once():
            self.frame.show_page(page, rail=page.shows_rail)
            page.entered()
        if not self.link.may_move:  # else the focus stays on STOP
            wanted = page.initial_focus()
            (wanted if wanted is not None and wanted.isVisible() else self.footer.first_button).setFocus()
        self._remember_place()
        self.going_on.step_opened()

    def open_visit(self, path: Path, *, at_state: bool = False) -> None:
        """Open a visit file, and go on where it was left, or at the state of its arm."""
        self.rest.complete()
        self.visits.open(path, to_watch=not at_state, at_state=at_state)

    def may_open(self, step: Step) -> bool:
        """True if a step can be opened now."""
        guide = guide_for(step, now=self.guide, is_connected=self.link.session is not None)
        return Journey(self.visit.progress.following(guide), self.on_robot.situation).can_open(step)

    def show_state(self) -> None:
        """Show the state of the arm of the open visit."""
        self._subject = None
        self.sides.open(Side.STATE)
        self.beside.state.setFocus()

    @Slot(object)
    def _open_subject(self, step: Step | None) -> None:
        """Open the page of a subject, or what it needs first; *Back* leads to the state again."""
        if step is None:
            step = self._step
        guide = guide_for(step, now=self.guide, is_connected=self.link.session is not None)
        journey = Journey(self.visit.progress.following(guide), self.on_robot.situation)
        for _ in steps_of(guide):  # each round goes to what the one before needs
            blocking, own = journey.blocking(step), journey.guide.step(step)
            if blocking is None or (own is not None and own.makes in journey.progress.products):
                break  # what was made is shown, also where it could not be made again now
            if not blocking.step:
                self.bus.show(blocking_word(blocking))
                return
            step = Step(blocking.step)
        self.open_step(step)
        self._subject = step

    @Slot(object)
    def show_crash(self, crash: Crash) -> None:
        """Show an unexpected error in the page; while an arm may move the focus is on STOP."""
        self.bus.clear()
        panel = self.frame.crash_panel
        panel.show_crash(crash)
        (self.top_bar.stop if self.link.may_move else panel.go_on_button).setFocus()

    def remember_visit(self) -> None:
        """Store the open step, so that the start screen can offer to go on there."""
        if self.rest.is_done:
            self._remember_place()
        self._settings.save()

    def _remember_place(self) -> None:
        if self.step is not None:
            self.visits.remember(self.guide, self._step, in_file=not self.link.may_move)

    def retire(self) -> None:
        """Close for another window that takes over; jobs go on, and the visit's file is complete."""
        self._is_retired = True
        self.close()
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the motion, cancel the jobs, stop the recorder, close the port; each with a deadline."""
        self.rest.complete()
        self.stopping.end()
        self.story.end()
        self.beside.fleet.end()
        self.visits.end()
        if self._is_retired:
            super().closeEvent(event)
            return
        self.link.begin_to_leave()
        self.remember_visit()
        self.hide()
        self._runner.shutdown()
        self.link.leave()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is the primary button wherever nothing else wants it; it never starts a motion."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not self._takes_enter():
            self._primary()
            return
        super().keyPressEvent(event)

    def _takes_enter(self) -> bool:
        focused = self.focusWidget()
        if isinstance(focused, QAbstractButton) and focused.isEnabled():
            focused.click()
            return True
        return isinstance(focused, QComboBox | QAbstractItemView)

    def open_help(self) -> None:
        """Open the help for the page in front; on the help page close it."""
        if self.sides.current is Side.HELP:
            self.close_side()
            return
        topic = self.sides.current or self.step or "start"
        self.beside.help.show_topic(str(topic))
        self.sides.open(Side.HELP)

    def open_settings(self) -> None:
        """Open the settings over the page in front."""
        self.preferences.show()
        self.beside.settings.show_folder_note("")
        self.beside.settings.allow_language(allowed=self.link.session is None and not self.visit.is_busy)
        self.sides.open(Side.SETTINGS)

    def _facts(self) -> dict[str, object]:
        """Facts on this window and its robot for a problem report."""
        identity, step = self.link.identity, self._step
        return {
            "window": f"{self.width()} x {self.height()}",
            "step": "start" if self.visit.summary is None else f"{self.guide}: {step}",
            "robot": "not connected" if identity is None else f"{identity.model}, {self.link.state}",
        }

    @Slot()
    def close_side(self) -> None:
        """Go back from a page beside the guides."""
        self.sides.close(self.pages[self._step])
        self.preferences.show_new_units()

    @Slot()
    def _primary(self) -> None:
        page = self.sides.page or (self.pages[self._step] if self.step is not None else None)
        if page is None:
            return
        self._press(page, skips=False)

    def _press(self, page: Page, *, skips: bool) -> None:
        """Do what the rectangle says, or with ``skips`` what the page does without its motion."""
        wanted = None if skips else page.primary_now(is_undone=False)
        if wanted is not None and wanted.meaning is Meaning.HELP:
            if wanted.act is not None:
                wanted.act()
            elif wanted.opens:
                self.open_step(Step.CONNECT)
            elif wanted.button is not None:
                wanted.button.click()
            elif page.run is not None:
                page.run.help()
        elif page.primary_enabled and page.primary_text:
            self.going_on.pause(is_known=True)  # a person does it now
            page.primary()

    @Slot()
    def _skip(self) -> None:
        if self.step is not None:
            self._press(self.pages[self.step], skips=True)

    @Slot()
    def _back(self) -> None:
        if (side := self.sides.page) is not None:
            if not side.go_back():
                self.close_side()
            return
        if self.step is None or self.link.may_move:
            return
        if self._step is self._subject:
            self.show_state()
            return
        before = self.journey.before(self._step)
        if before is not None:
            self.open_step(Step(before))
        elif not self.visit.is_busy:
            self.show_start()

    @Slot()
    def _next(self) -> None:
        following = self.journey.following(self._step) if self.step is not None else None
        if following is not None:
            self._go_on_to(Step(following))
        elif self.step is not None and self.visit.summary is not None:
            self.show_state()

    def _go_on_to(self, step: Step) -> None:
        """Go to this step; where it needs a robot that is not connected, first to *Connect*."""
        blocking = self.journey.blocking(step)
        if blocking is not None and blocking.step == Step.CONNECT and not self.link.may_move:
            self.open_step(Step.CONNECT)
            self.on_robot.continue_at(step)
            return
        self._go_to(step)

    @Slot(object)
    def _go_to(self, step: Step) -> None:
        guide = guide_for(step, now=self.guide, is_connected=self.link.session is not None)
        journey = Journey(self.visit.progress.following(guide), self.on_robot.situation)
        if journey.can_open(step) and not self.link.may_move:
            self.open_step(step)

    @Slot(object, object)
    def _go_on_at(self, guide: GuideName, step: Step) -> None:
        self.guide = guide
        self.open_step(step)
        if self.visits.at_state:
            self.visits.at_state = False
            self.show_state()

    def _page_done(self, step: Step) -> None:
        if self.step == step and not self.going_on.is_going:
            self._next()  # a page that is not in front does not turn pages

    def _make_visit(self, robot: str, key: str) -> None:
        """Make a visit to this robot for a page; without a name to the arm of the chosen controller."""
        if robot:
            self.visits.make_for(robot, guide=self.guide, step=Step(key))
        else:
            self.on_robot.make_visit_to_choice(Step(key))

    @Slot(str)
    def _allow_start(self, busy_words: str) -> None:
        self.start_page.setEnabled(not busy_words)

    def _connect(self) -> None:
        self.guides.robots_listed.connect(self.robots_listed)
        self.visits.place_changed.connect(self.place_changed)
        self.guides.back_asked.connect(self._back)
        connect_sides(self.sides, self.frame, start=self.start_page, pages=self.beside)
        self.top_bar.home_asked.connect(self.show_start)
        self.top_bar.help_asked.connect(self.open_help)
        self.top_bar.settings_asked.connect(self.open_settings)
        for side in self.sides.pages.values():
            side.next_asked.connect(self.close_side)
            side.state_changed.connect(self.frame_words.show)
        self.beside.settings.help_asked.connect(self.open_help)
        self.beside.state.subject_wanted.connect(self._open_subject)
        self.beside.state.home_wanted.connect(self.show_start)
        self.preferences.units_changed.connect(self.visit.changed)
        self.preferences.language_wanted.connect(self.language_wanted)
        self.visits.step_wanted.connect(self._go_on_at)
        self.visit.busy.connect(self._allow_start)
        self.on_robot.continue_asked.connect(self._go_to)
        for step, page in self.pages.items():
            page.state_changed.connect(partial(self.frame_words.show_of, step))
            page.place_changed.connect(self.frame_words.show_place)
            if page.run is not None:
                page.run.progressed.connect(self.frame_words.show_motion)
            page.next_asked.connect(lambda step=step: self._page_done(step))
        self.rail.chosen.connect(self._go_to)
        self.footer.back.connect(self._back)
        self.footer.primary.connect(self._primary)
        self.footer.skipped.connect(self._skip)
        self.footer.cancel.connect(self.visit.cancel)

    def _connect_going_on(self) -> None:
        self.footer.by_itself.connect(self.going_on.toggle)
        self.stopping.stopped.connect(self.going_on.stopped)
        self.on_robot.connect_page.begin_asked.connect(self.going_on.begin)

    def _make_shortcuts(self) -> None:
        for action, slot in (
            (Action.BACK, self._back),
            (Action.NEXT, self._next),
            (Action.HELP, self.open_help),
            (Action.SETTINGS, self.open_settings),
            (Action.FLEET, lambda: self.sides.open(Side.FLEET)),
        ):
            bind(action, self, slot)
