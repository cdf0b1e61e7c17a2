"""Page of all visits, by arm: one can be opened, two or more of one arm compared."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.guide.page import Page
from app.guide.primary_action import Primary, helping
from app.jobs.messages import MessageBus
from app.jobs.runner import Job, JobRunner
from app.jobs.task import Task
from app.look.tokens import GRID
from app.shell.history import ListedArm, list_visits
from app.shell.tag_form import BinPanel, TagPanel
from app.shell.visit_list import HeadingRow, ListRow, VisitList, VisitRow, VisitWords
from app.shell.visit_list_words import (
    Order,
    grouped,
    matches,
    order_words,
    search_text,
    visit_about,
    visit_moment,
    visit_sentence,
    visit_signs,
)
from app.visit.known_visits import ListedVisit
from app.visit.settings import RecentVisit
from app.widgets.choice import Choice, TickBox, ask_for_files, ask_for_folder
from app.widgets.fields import SearchField
from app.widgets.layouts import Flow, fill, in_card, in_row
from app.widgets.text import Button, ElidedText, Text

_FEWEST = 2
_FEWEST_FOR_HISTORY = 3


class VisitsPage(Page):
    """List of the visits, a search, and buttons for the picked ones."""

    shows_rail = False
    open_wanted = Signal(object)
    """Emitted with the path of a visit to open."""
    compare_wanted = Signal(object, bool, bool)
    """Emitted with paths, True for other arms of the same kind, True for the history."""
    tag_wanted = Signal(object, object, object)
    """Emitted with the path of a visit, its former and its wanted ``VisitTag``."""
    delete_wanted = Signal(object)
    """Emitted with the paths of visits to be moved to the bin."""
    folder_chosen = Signal(object, object)
    """Emitted with a folder, and the files of visits to be moved to it."""

    def __init__(
        self,
        runner: JobRunner,
        bus: MessageBus,
        *,
        recent: Callable[[], Sequence[RecentVisit]],
        folder: Callable[[], Path],
        cache: Path | None,
    ) -> None:
        super().__init__(
            self.tr("Choose visits"),
            self.tr("Pick one to go on in it, or two and more of one arm to see what changed."),
        )
        self._runner, self._bus = runner, bus
        self._recent, self._folder, self._cache = recent, folder, cache
        self._job: Job[tuple[ListedArm, ...]] | None = None
        self._is_outdated = False
        self.arms: tuple[ListedArm, ...] = ()
        self._added: dict[Path, None] = {}
        self._texts: dict[str, str] = {}
        """Texts for the search by path: typing looks at each visit every time."""
        self._has_listed = False
        self.search = SearchField(self.tr("Search visits"))
        self.search.setPlaceholderText(self.tr("Search: robot, serial, customer, note, date, verdict"))
        self.search.textChanged.connect(lambda _text: self._show_rows())
        self.order = Choice(self.tr("Order of the visits"))
        self.order.offer(order_words())
        self.order.picked.connect(self._show_rows)
        self.name_button = Button(self.tr("Name and note …"))
        self.delete_button = Button(self.tr("Delete …"))
        self.tag_panel, self.bin_panel = TagPanel(), BinPanel()
        self.add_button = Button(self.tr("Add files …"))
        self.add_button.clicked.connect(lambda _checked=False: self._ask())
        self.history_button = Button(self.tr("History of this arm"))
        self.history_button.setToolTip(self.tr("All visits to the arm, and where its numbers are going."))
        self.history_button.clicked.connect(lambda _checked=False: self._ask_for_history())
        self.other_arm = TickBox()
        self._other_words = self.tr("Compare other arms of the same kind as well")
        self.other_arm.setAccessibleName(self._other_words)
        self.other_arm.toggled.connect(lambda _on: self.state_changed.emit())
        self.list = VisitList(self.tr("Visits by arm"))
        self._none = Text(role="muted", wrap=True)
        self._connect_list()
        self._lay_out()
        self._show_rows()

    def _connect_list(self) -> None:
        shown = self.list
        shown.rows_model.picked_changed.connect(self._picked_changed)
        shown.selectionModel().currentChanged.connect(lambda *_: self._picked_changed())
        shown.opened.connect(lambda path: self.open_wanted.emit(Path(path)))
        shown.asked.connect(self.primary)
        shown.name_asked.connect(self._ask_for_tag)
        shown.delete_asked.connect(self._ask_to_delete)
        self.name_button.clicked.connect(lambda _checked=False: self._ask_for_tag())
        self.delete_button.clicked.connect(lambda _checked=False: self._ask_to_delete())
        self.tag_panel.edited.connect(self.tag_wanted)
        self.bin_panel.confirmed.connect(self.delete_wanted)
        for panel in (self.tag_panel, self.bin_panel):
            panel.closed.connect(shown.setFocus)

    @property
    def picked(self) -> tuple[Path, ...]:
        """Paths of the picked visits."""
        return tuple(Path(path) for path in self.list.rows_model.picked)

    @property
    def primary_text(self) -> str:
        """Name of the main button: open one visit, or compare several."""
        if len(self.picked) < _FEWEST:
            return self.tr("Open")
        return self.tr("Compare {count} visits").format(count=len(self.picked))

    @property
    def primary_enabled(self) -> bool:
        """True with one visit, or several of one arm."""
        if len(self.picked) >= _FEWEST:
            return len(self._arms_picked()) == 1 or self.other_arm.isChecked()
        return self._one() is not None

    @property
    def help_now(self) -> Primary | None:
        """What leads to a visit that can be opened, or to visits that can be compared."""
        if len(self.picked) >= _FEWEST:
            return helping(self._other_words, self.other_arm.click, reason=self.place_words)
        if not self.arms:
            return helping(self.add_button.text(), self.add_button.click)
        return helping(self.tr("Pick a visit"), self.list.setFocus)

    @property
    def place_words(self) -> str:
        """Words in the footer: the search for visits, or the number of picked ones."""
        if self._job is not None and not self._has_listed:
            return self.tr("Looking into the visits …")
        if len(self.picked) >= _FEWEST and not self.primary_enabled:
            return self.tr("These are of different arms.")
        count = sum(len(arm.visits) for arm in self.arms)
        return self.tr("{picked} of {count} visits picked").format(picked=len(self.picked), count=count)

    def primary(self) -> None:
        """Open the visit, or compare the picked ones."""
        if not self.primary_enabled:
            return
        if len(self.picked) >= _FEWEST:
            self.compare_wanted.emit(self.picked, self.other_arm.isChecked(), False)  # noqa: FBT003
            return
        one = self._one()
        if one is not None:
            self.open_wanted.emit(one)

    def entered(self) -> None:
        """List the visits again; the shown list stays until then."""
        self.look()

    def initial_focus(self) -> QWidget | None:
        """The list of visits."""
        return self.list

    def start_over(self, paths: Sequence[Path] = ()) -> None:
        """Clear the search, and pick these visits."""
        self.search.clear()
        self._added |= dict.fromkeys(path.resolve() for path in paths)
        self.list.rows_model.pick([str(path.resolve()) for path in paths])

    def search_for(self, paths: Sequence[Path], words: str) -> None:
        """List these visits as well, and show those that have the words."""
        self._added |= dict.fromkeys(path.resolve() for path in paths)
        self.search.setText(words)
        self.look()

    def look(self) -> None:
        """List the visits in the worker."""
        if self._job is not None:
            self._is_outdated = True
            return
        others = (*(Path(visit.path) for visit in self._recent()), *self._added)
        job = self._runner.start(Task(list_visits, folder=self._folder(), others=others, cache=self._cache))
        self._job = job
        job.succeeded.connect(self._take)
        job.failed.connect(self._bus.show_error)
        job.ended.connect(self._ended)
        self._show_none()
        self.place_changed.emit()

    @Slot(object)
    def _take(self, arms: tuple[ListedArm, ...]) -> None:
        is_first = not self._has_listed
        self._has_listed = True
        if arms != self.arms or not self.list.rows_model.rows:
            self.arms = arms
            self._texts.clear()
            self._show_rows()
        known = {visit.path for arm in arms for visit in arm.visits if visit.outline is not None}
        still = [path for path in self.list.rows_model.picked if path in known]
        self.list.rows_model.pick(still)
        if is_first and self.search.hasFocus() and not self.search.text():
            self.list.setFocus()  # it could not take it while it was empty

    @Slot()
    def _ended(self) -> None:
        self._job = None
        self._show_none()
        self.place_changed.emit()
        if self._is_outdated:
            self._is_outdated = False
            self.look()

    def _show_rows(self) -> None:
        """Show the arms and visits that match the search; the keyboard stays on its visit."""
        before = self.list.current_visit
        wanted, rows, order = self.search.text(), list[ListRow](), self.order.value
        assert isinstance(order, Order)
        for group in grouped(
            self.arms, order, wanted=lambda pair: not wanted or matches(self._text(*pair), wanted)
        ):
            readable = tuple(visit.path for _, visit in group.visits if visit.outline is not None)
            rows.append(HeadingRow(group.heading, readable))
            rows += [_visit_row(arm, visit) for arm, visit in group.visits]
        model = self.list.rows_model
        model.show_rows(rows)
        place = model.row_of(before.path) if before is not None else -1
        if rows:
            self.list.go_to(place if place >= 0 else 1)
        self.list.setVisible(bool(rows))
        self._show_none()
        self._picked_changed()

    def _text(self, arm: ListedArm, visit: ListedVisit) -> str:
        """Text of a visit for the search, worded once."""
        if visit.path not in self._texts:
            self._texts[visit.path] = search_text(arm, visit)
        return self._texts[visit.path]

    def _show_none(self) -> None:
        """Show why the list is empty."""
        words = self.tr("There is no visit yet. Measure something, or add visit files.")
        if self.search.text():
            words = self.tr("No visit has all of these words. Clear the search to see every visit.")
        elif not self._has_listed:
            words = self.tr("Looking into the visits …")
        self._none.setText(words)
        self._none.setVisible(not self.list.rows_model.rows)

    @Slot()
    def _picked_changed(self) -> None:
        arm = self._arm_in_front()
        readable = [visit for visit in arm.visits if visit.outline is not None] if arm is not None else []
        self.history_button.setVisible(len(readable) >= _FEWEST_FOR_HISTORY)
        self.name_button.setVisible(self._one() is not None and len(self.picked) < _FEWEST)
        self.delete_button.setVisible(bool(self._to_delete()))
        self.bin_panel.close_panel()  # it asked about others
        self.state_changed.emit()
        self.place_changed.emit()

    def _one(self) -> Path | None:
        """The picked visit, else the one with the keyboard."""
        if self.picked:
            return self.picked[0]
        row = self.list.current_visit
        return Path(row.path) if row is not None and row.is_readable else None

    def _to_delete(self) -> tuple[Path, ...]:
        """The picked visits, else the file with the keyboard, which may be a damaged one."""
        row = self.list.current_visit
        return self.picked or (() if row is None else (Path(row.path),))

    def _listed(self, path: Path) -> ListedVisit | None:
        every = (visit for arm in self.arms for visit in arm.visits)
        return next((visit for visit in every if visit.path == str(path)), None)

    @Slot()
    def _ask_for_tag(self) -> None:
        one = None if self.name_button.isHidden() else self._one()
        visit = None if one is None else self._listed(one)
        if visit is not None and visit.outline is not None:
            self.bin_panel.close_panel()
            self.tag_panel.close_panel()
            self.tag_panel.show_visit(visit)
            self.tag_panel.form.lines["name"].setFocus()

    @Slot()
    def _ask_to_delete(self) -> None:
        paths = self._to_delete()
        if paths:
            self.tag_panel.close_panel()
            visit = self._listed(paths[0])
            self.bin_panel.ask(paths, name=visit.tag.name or visit.name if visit else paths[0].stem)

    def _arms_picked(self) -> tuple[ListedArm, ...]:
        wanted = set(self.list.rows_model.picked)
        return tuple(arm for arm in self.arms if any(visit.path in wanted for visit in arm.visits))

    def _arm_in_front(self) -> ListedArm | None:
        """The arm of the picked visits, else that of the visit with the keyboard."""
        picked = self._arms_picked()
        if picked:
            return picked[0] if len(picked) == 1 else None
        row = self.list.current_visit
        path = row.path if row is not None else ""
        return next((arm for arm in self.arms if any(one.path == path for one in arm.visits)), None)

    def _ask_for_history(self) -> None:
        arm = self._arm_in_front()
        if arm is not None:
            paths = tuple(Path(visit.path) for visit in arm.visits if visit.outline is not None)
            self.compare_wanted.emit(paths, False, True)  # noqa: FBT003  # a signal's arguments

    def _ask(self) -> None:
        ask_for_files(
            self,
            self.tr("Add visits"),
            (self.tr("Visits (*.h5)"), self.tr("All files (*)")),
            self.add,
            folder=str(self._folder()),
        )

    @Slot(object)
    def ask_for_folder(self, files: Sequence[Sequence[Path]]) -> None:
        """Ask for a folder to which visits are moved."""
        title = self.tr("Move visits to a folder")
        ask_for_folder(self, title, lambda folder: self.folder_chosen.emit(folder, files), folder="")

    def add(self, paths: Sequence[Path]) -> None:
        """List these visits as well, and pick them."""
        resolved = [path.resolve() for path in paths]
        self._added |= dict.fromkeys(resolved)
        model = self.list.rows_model
        model.pick(list(dict.fromkeys((*model.picked, *(str(path) for path in resolved)))))
        self.look()

    def _lay_out(self) -> None:
        head = in_row((self.search, 1), self.order, self.add_button, spacing=GRID)
        card = in_card(self._none, (self.list, 1))
        tick, acts = in_row(self.other_arm, (ElidedText(self._other_words, role="muted"), 1)), Flow()
        for button in (self.name_button, self.delete_button, self.history_button):
            acts.addWidget(button)
        foot = in_row((tick, 1), acts, spacing=2 * GRID)
        fill(self.column, head, self.tag_panel, self.bin_panel, (card, 1), foot)


def _visit_row(arm: ListedArm, visit: ListedVisit) -> VisitRow:
    def word() -> VisitWords:
        return VisitWords(
            visit_moment(visit), visit_about(visit), visit_signs(visit), visit_sentence(arm, visit)
        )

    return VisitRow(visit.path, word, is_readable=visit.outline is not None)
