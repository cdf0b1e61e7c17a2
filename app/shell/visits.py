"""Opens and makes visits, remembers their steps, and finds the step at which one goes on."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.health.running import RunPlace
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.shell.fleet_tasks import list_fleet
from app.shell.glances import look_at_visits
from app.shell.on_robot import OnRobot
from app.shell.visit_bin import Bin, discard_empty_visit
from app.speech.language import joined_sentences, listed
from app.visit.known_visits import catalogue_path
from app.visit.open_visit import OpenVisit
from app.visit.settings import RecentVisit, SettingsStore
from app.visit.steps import GuideName, Step, guide_of, step_named, steps_of
from app.visit.summaries import FileToImport
from app.visit.tagging import change_words, keep_tag
from app.visit.tasks import RescuedVisit, may_be_rescued
from app.visit.visit_jobs import WRITE_GRACE_S
from app.widgets.piece_by_piece import TURN_MS
from core.errors import TorsionError
from core.storage.tag import VisitTag
from core.workflow import Journey, Place, Product, guide_named

SYNTHETIC_SEED = 0


class Visits(QObject):
    """Opens, makes and remembers visits; the window goes to the step of ``step_wanted``."""

    step_wanted = Signal(object, object)
    """Emitted with guide and step at which the opened visit goes on."""
    import_asked = Signal(object)
    """Emitted with the path of a file that is no visit, and may be a recording."""
    recent_changed = Signal()
    """Emitted when the list of recent visits changed."""
    listed_changed = Signal()
    """Emitted when a file among the listed visits was changed, moved away or brought back."""
    recent_seen = Signal(object)
    """Emitted with a ``SeenVisit`` for each recent visit whose file was read."""
    arms_seen = Signal(object)
    """Emitted with a ``FleetPart`` of all arms in the catalogue."""
    place_changed = Signal(object)
    """Emitted with the RunPlace of the open visit and step; None once the visit was closed."""

    def __init__(
        self,
        visit: OpenVisit,
        on_robot: OnRobot,
        settings: SettingsStore,
        runner: JobRunner,
        bus: MessageBus,
        *,
        folder: Path,
    ) -> None:
        super().__init__()
        self._visit, self._on_robot, self._settings = visit, on_robot, settings
        self._runner, self._bus = runner, bus
        self.folder = folder
        self._made_to_watch: Path | None = None
        """The visit that was made for connecting to watch."""
        self._discarding: set[str] = set()
        self._wanted: tuple[GuideName, Step] | None = None
        """Guide and step at which the visit goes on that is being opened."""
        self._to_watch = True
        self.at_state = False
        """True while the state of the arm is wanted of the visit that was opened."""
        self._made_there: tuple[GuideName, Step, str] | None = None
        """The open step of its guide, and the revision of its product when it was opened."""
        self._step: tuple[GuideName, Step] | None = None
        """Guide and step at which the visit at ``_path`` goes on."""
        self._path: Path | None = None
        # a visit's page is laid out once all others have followed the visit: both at once take too long
        self._show_soon = QTimer(self, singleShot=True, interval=TURN_MS)
        self._show_soon.timeout.connect(self._show_step)
        visit.changed.connect(self._note_work)
        self.bin = Bin(runner, bus, visit)
        self.bin.changed.connect(self.listed_changed)
        on_robot.visit_asked.connect(self._make_for_robot)
        visit.opened.connect(self._opened)
        visit.not_opened.connect(self._offer_rescue)

    @property
    def recent(self) -> list[RecentVisit]:
        """The visits that were open lately and are still there."""
        return [visit for visit in self._settings.recent if visit.path not in self._discarding]

    def look_at_recent(self) -> None:
        """Read names and results of the recent visits in the worker; ``recent_seen`` follows."""
        paths = tuple(Path(visit.path) for visit in self.recent)
        if paths:
            job = self._runner.start(Task(look_at_visits, paths=paths))
            job.succeeded.connect(self.recent_seen)
            job.failed.connect(self._bus.show_error)
        catalogue = catalogue_path(self._settings.folder)
        if catalogue.exists():
            arms = self._runner.start(Task(list_fleet, catalogue=catalogue, query="", first=0))
            arms.succeeded.connect(self.arms_seen)
            arms.failed.connect(self._bus.show_error)

    def open(
        self,
        path: Path,
        *,
        to_watch: bool = True,
        at_state: bool = False,
        at: tuple[GuideName, Step] | None = None,
    ) -> None:
        """Open a visit file, and go on where it was left, or ``at`` a step of a guide.

        With ``at_state`` its arm is seen first. A visit that was left while watching goes on with that only
        if ``to_watch``; else with its results.
        """
        recent = next((found for found in self._settings.current.recent if found.path == str(path)), None)
        self._wanted, self._to_watch, self.at_state = at, to_watch, at_state
        if at is None and recent is not None and (to_watch or guide_of(recent.guide) is not GuideName.LIVE):
            guide, step = guide_of(recent.guide), step_named(recent.step)
            if step is not None and step in steps_of(guide):
                self._wanted = (guide, step)
            self._on_robot.offer_controller(recent.controller)
        self._visit.open(path)

    @Slot(object, object)
    def _offer_rescue(self, path: Path, error: BaseException) -> None:
        if may_be_rescued(error):
            self._bus.offer(self.tr("Rescue what is whole into a new visit"), lambda: self.rescue(path))
        elif isinstance(error, TorsionError) and error.code == "not-a-visit":
            self._bus.offer(self.tr("Import it as a recording"), lambda: self.import_asked.emit(path))

    def rescue(self, path: Path) -> None:
        """Copy the whole parts of a damaged visit into a new one, and open that."""
        job = self._visit.rescue(path, into=self.fresh_path(f"{path.stem}-rescued"))

        def rescued(found: RescuedVisit) -> None:
            self.open(Path(found.into))
            counted = self.tr("Recordings and results in it: {taken}.").format(taken=len(found.taken))
            left = self.tr("Left out: {names}.").format(names=listed(found.left_out))
            self._bus.show(
                self.tr("What was whole is in the new visit {file}.").format(file=Path(found.into).name),
                joined_sentences(counted, left) if found.left_out else counted,
            )

        job.succeeded.connect(rescued)

    def go_on_at(self, place: RunPlace) -> None:
        """Open the visit of a run that ended unexpectedly, at the step that was open."""
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        recent = RecentVisit(
            place.visit, place.robot, place.step, moment, guide=place.guide, controller=place.controller
        )
        self._settings.update(self._settings.current.with_recent(recent))
        self.open(Path(place.visit))

    def change_tag(self, path: Path, before: VisitTag, tag: VisitTag) -> None:
        """Give a visit of the list another tag; it can be undone."""
        if self._visit.summary is not None and self._visit.path == path:
            self._visit.tags.change(tag)
            return
        words = change_words(before, tag)
        self._visit.undoing.did(
            words, undo=lambda: self._keep_tag(path, before), redo=lambda: self._keep_tag(path, tag)
        )
        self._keep_tag(path, tag)

    def _keep_tag(self, path: Path, tag: VisitTag) -> None:
        job = self._runner.start(Task(keep_tag, path=path, tag=tag), grace_s=WRITE_GRACE_S)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self.listed_changed)

    def close(self) -> None:
        """Close the open visit; its file is complete. An empty one that was made for watching is removed."""
        self._wanted = self._made_there = None
        self.at_state = False
        self.place_changed.emit(None)
        summary, made = self._visit.summary, self._made_to_watch
        self._made_to_watch = None
        self._visit.close_visit()
        if summary is not None and made == Path(summary.path) and not summary.recordings:
            self._discard(made)

    def _discard(self, path: Path) -> None:
        """Remove a visit that is empty; the job looks into the file itself before it does."""
        self._discarding.add(str(path))
        job = self._runner.start(Task(discard_empty_visit, path=path), grace_s=WRITE_GRACE_S)
        job.failed.connect(self._bus.show_error)

        def over() -> None:
            self._discarding.discard(str(path))
            self.recent_changed.emit()

        job.ended.connect(over)

    def try_synthetic(self) -> None:
        """Make a visit of computed recordings."""
        self._wanted = None
        self._visit.try_synthetic(self.fresh_path("synthetic"), seed=SYNTHETIC_SEED)

    def make_from_files(self, robot: str, files: Sequence[FileToImport]) -> None:
        """Make a visit and read files into it."""
        self._settings.update(
            replace(self._settings.current, last_robot=robot, last_folder=str(Path(files[0].path).parent))
        )
        self._wanted = (GuideName.FROM_FILES, Step.RECORDINGS)
        self._visit.create(self.fresh_path(Path(robot).stem), robot=robot, files=files)

    def make_for(self, robot: str, *, guide: GuideName, step: Step) -> None:
        """Make an empty visit to a robot, and go on at a step that needs no more than its description."""
        self._settings.update(replace(self._settings.current, last_robot=robot))
        self._wanted = (guide, step)
        self._visit.create(self.fresh_path(Path(robot).stem), robot=robot)

    def remember(self, guide: GuideName, step: Step, *, in_file: bool) -> None:
        """Keep the open step, soon in the settings and with ``in_file`` in the visit itself."""
        self._show_soon.stop()  # a step is open already
        summary = self._visit.summary
        if summary is None:
            return
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        self._made_there = guide, step, self._revision(guide, step)
        place = self._visit.place
        left = step if place is None else place.step
        recent = RecentVisit(
            summary.path, summary.robot, left, moment, guide=guide, controller=self._on_robot.uri
        )
        self._settings.update_soon(self._settings.current.with_recent(recent))
        self.place_changed.emit(RunPlace(summary.path, summary.robot, guide, step, self._on_robot.uri))
        if in_file:
            self._visit.remember(self._visit.progress)

    def end(self) -> None:
        """Open no step any more: the window closes."""
        self._show_soon.stop()

    def _revision(self, guide: GuideName, step: Step) -> str:
        """Revision of what the step makes or adds to; empty for a step that makes nothing."""
        one = guide_named(guide).step(step)
        made = None if one is None else self._visit.progress.products.get(one.makes or one.adds)
        return "" if made is None else made.revision

    @Slot()
    def _note_work(self) -> None:
        """Go on at the open step next time, once something was made there again."""
        if self._visit.summary is None or self._made_there is None:
            return
        guide, step, before = self._made_there
        if self._visit.guide == guide and self._revision(guide, step) != before:
            self._visit.work_at(step)
            self._made_there = guide, step, self._revision(guide, step)

    def fresh_path(self, name: str) -> Path:
        """Path of a new visit, with the time in its name."""
        moment = datetime.now(UTC).astimezone().strftime("%Y-%m-%d_%H-%M-%S")
        return self.folder / f"{moment}_{name}.h5"

    @Slot(str, object)
    def _make_for_robot(self, robot: str, step: Step) -> None:
        """Make a visit for connecting or planning without one, and stay on the guide that is followed."""
        guide = guide_of(self._visit.guide)
        if Step.CONNECT not in steps_of(guide):
            guide = GuideName.ON_ROBOT
        self._wanted = (guide, step)
        path = self.fresh_path(Path(robot).stem)
        self._made_to_watch = path if guide is GuideName.LIVE else None
        self._visit.create(path, robot=robot)

    @Slot()
    def _opened(self) -> None:
        """Go on at the step at which the visit was left; first at the one that it needs."""
        visit, wanted = self._visit, self._wanted
        self._wanted = None
        if wanted is not None:
            visit.guide, visit.place = wanted[0], Place(wanted[1])
        elif visit.place is None or (visit.guide == GuideName.LIVE and not self._to_watch):
            # it was left at no step to go back to, so its result is shown
            visit.guide, visit.place = self._guide_of_visit(), self._first_place()
        point = Journey(visit.progress, self._on_robot.situation).resume_point()
        if point.first != point.place.step:
            self._on_robot.continue_at(Step(point.place.step))
        self._step, self._path = (guide_of(visit.guide), Step(point.first)), visit.path
        self._show_soon.start()

    @Slot()
    def _show_step(self) -> None:
        if self._step is not None and self._visit.summary is not None and self._visit.path == self._path:
            self.step_wanted.emit(*self._step)

    def _first_place(self) -> Place | None:
        products = self._visit.progress.products
        if self._is_about_payload():
            return Place(Step.PAYLOAD if Product.PAYLOAD in products else Step.PAYLOAD_SWEEPS)
        if Product.MODEL in products:
            return Place(Step.RESULTS)
        return Place(Step.CHOOSE) if Product.RECORDINGS in products else None

    def _guide_of_visit(self) -> GuideName:
        summary = self._visit.summary
        if self._is_about_payload():
            return GuideName.PAYLOAD
        from_robot = summary is not None and summary.device
        return GuideName.ON_ROBOT if from_robot else GuideName.FROM_FILES

    def _is_about_payload(self) -> bool:
        """True for a visit with payload sweeps whose recordings make no model."""
        summary = self._visit.summary
        if summary is None or not summary.payload_runs:
            return False
        return not any(recording.makes_model for recording in summary.recordings)
