"""Views of a file that is imported: its columns with their evidence, and afterwards its contents."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from app.errors.text import evidence_sentence, window_text
from app.guide.contents_presentation import present, use_words
from app.jobs.task import Task
from app.look.tokens import GRID
from app.speech.language import listed
from app.speech.quantities import FREQUENCY, read_one
from app.speech.words import Glyph, Signed, meaning_word
from app.visit.contents import SeenRecording, see_in_visit
from app.visit.open_visit import OpenVisit
from app.visit.summaries import RecognisedFile
from app.widgets.choice import Choice
from app.widgets.fields import CheckedField
from app.widgets.layouts import Flow, fill, in_column, in_row
from app.widgets.presentation_view import SectionsView
from app.widgets.table import Column, RowsModel, Table
from app.widgets.text import BOLD, Button, Text, muted
from core.bounds import SAMPLE_RATE
from core.errors import TorsionError
from core.recognition.understanding import CORRECT, LEAVE, REST, TIME, Group
from core.recognition.user_answers import EFFORT, RATE, TOPIC

EFFORTS = frozenset({"effort-said", "effort-of-ur", "effort-torque"})
"""Evidence of columns whose meaning is that of a field named effort."""
ASKED = frozenset({"no-clock-found", "bag-topic-open", "sheet-open", "rows-open"})
"""Errors of a file that a choice in this view answers."""
_WIDTHS = (80, 144, 160, 320, 128)
_EVIDENCE_WIDTH = 320
_ROWS_SHOWN = 5
_ROW_HEIGHT = 32


class ColumnsView(QWidget):
    """Table of the columns of one file, and a choice for each group that only a person can name."""

    answered = Signal(str, tuple)
    """Carries the path of the file and the answers, such as ``14-19=current A``."""

    def __init__(self) -> None:
        super().__init__()
        self._path = ""
        self._title = Text(weight=BOLD)
        self._trouble = Text(role="muted", wrap=True)
        self.rows = RowsModel(
            (
                Column(self.tr("Columns")),
                Column(self.tr("Name")),
                Column(self.tr("Meaning")),
                Column(self.tr("Because"), stretches=True),
                Column(self.tr("First rows")),
            )
        )
        self.table = Table(self.tr("Columns of the file"))
        self.table.setModel(self.rows)
        self.table.set_row_height(_ROW_HEIGHT)
        self.table.fit_columns(self.rows.columns, widths=_WIDTHS)
        self._questions = Flow()
        self.choices: dict[str, Choice] = {}
        self.candidates: dict[str, Text] = {}
        """What speaks for and against the candidates of each open group."""
        self.rate: CheckedField | None = None
        """Field for the sample rate of a file without a clock."""
        fill(in_column(of=self, spacing=GRID), self._title, (self.table, 1), self._questions, self._trouble)
        self.table.setMinimumHeight(_ROWS_SHOWN * _ROW_HEIGHT)
        self.show_file(None)

    def show_file(self, found: RecognisedFile | None) -> None:
        """Show a file that was looked at; None, or a file without columns and error, hides the view."""
        if found is None or not (found.groups or found.error):
            self.hide()
            return
        self._path = found.path
        name = found.path.replace("\\", "/").rsplit("/", maxsplit=1)[-1]
        self._title.setText(self.tr("What {file} was understood to hold").format(file=name))
        self.table.setVisible(bool(found.groups))
        self.rows.show_rows([self._row(found, group) for group in found.groups])
        self._ask([group for group in found.groups if group.is_open and not group.waits])
        self._ask_about_file(found)
        self._trouble.setText(window_text(found.error).one_line if found.error is not None else "")
        self._trouble.setVisible(found.error is not None)
        self.show()

    def _row(self, found: RecognisedFile, group: Group) -> tuple[str | Signed, ...]:
        first, last = found.names[group.columns[0] - 1], found.names[group.columns[-1] - 1]
        name = first if first == last else f"{first} … {last}"
        values = ", ".join(row[group.columns[0] - 1] for row in found.first_rows)
        return group.span, name, self._meaning(group), evidence_sentence(group.evidence), values

    def _meaning(self, group: Group) -> str | Signed:
        if group.waits:
            return self.tr("follows from your choice")
        if group.is_open:
            return Signed(Glyph.WARNING, self.tr("unclear: choose below"))
        return self._words(" ".join((group.meaning, *dict.fromkeys(group.units))))

    def _words(self, choice: str) -> str:
        """A meaning with its unit, in words; a choice of other columns names them."""
        if choice.startswith(CORRECT):
            kinds = choice.removeprefix(CORRECT).split(",")
            return self.tr("put right: {kinds}").format(
                kinds=listed(self._kind_words(kind) for kind in kinds)
            )
        columns, _, meaning = choice.rpartition("=")
        name, _, unit = meaning.partition(" ")
        if name == TIME:
            words = self.tr("time")
        else:
            words = self.tr("left out") if name == LEAVE else meaning_word(name)
        sizes, _, plain = unit.rpartition(" ")
        if sizes and set(sizes.split(",")) == {"1"}:
            unit = self.tr("{unit}, as the file has it").format(unit=plain)
        words = f"{words}, {unit}" if unit else words
        return (
            self.tr("{meaning} (columns {columns})").format(meaning=words, columns=columns)
            if columns
            else words
        )

    def _kind_words(self, kind: str) -> str:
        return {
            "joint-order": self.tr("order of the joints"),
            "joint-sign": self.tr("signs of joints"),
            "joint-unit": self.tr("units of joints"),
            "torque-order": self.tr("order of the torques"),
            "torque-sign": self.tr("signs of torques"),
            "coupling": self.tr("joint counted from the horizon"),
            "zero": self.tr("zeros of joints"),
        }[kind]

    def _ask(self, groups: list[Group]) -> None:
        """One choice for each open group, with what speaks for and against its candidates."""
        while (item := self._questions.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.choices, self.candidates, self.rate = {}, {}, None
        for group in groups:
            choice = Choice(self.tr("Meaning of columns {columns}").format(columns=group.span))
            choice.offer([("", self.tr("choose …")), *((one, self._words(one)) for one in group.choices)])
            choice.picked.connect(lambda group=group: self._answer(group))
            self.choices[group.span] = choice
            label = muted(self.tr("Columns {columns}").format(columns=group.span))
            label.setBuddy(choice)
            row, part = QWidget(), QWidget()
            in_row(label, choice, of=row, spacing=GRID)
            words = Text(self._evidence(group), role="muted", wrap=True)
            words.setMinimumWidth(_EVIDENCE_WIDTH)
            self.candidates[group.span] = words
            in_column(row, words, of=part, spacing=0)
            self._questions.addWidget(part)

    def _evidence(self, group: Group) -> str:
        """A line for each candidate that a witness speaks for or against."""
        said = {f"{one.meaning} {one.unit}".strip(): one.words for one in group.rivals if one.words}
        lines = [
            f"{self._words(one)}: {evidence_sentence(said[one])}" for one in group.choices if one in said
        ]
        return "\n".join(lines) or evidence_sentence(group.evidence[-1:])

    def _ask_about_file(self, found: RecognisedFile) -> None:
        """Ask for what the file itself lacks: its sample rate, the topic, the meaning of its effort."""
        code = found.error.code if isinstance(found.error, TorsionError) else ""
        if code == "no-clock-found":
            self._ask_for_rate()
        elif isinstance(found.error, TorsionError) and code in {"bag-topic-open", "sheet-open"}:
            is_sheet = code == "sheet-open"
            names = found.error.facts["sheets" if is_sheet else "topics"]
            assert isinstance(names, tuple)
            caption = self.tr("Sheet") if is_sheet else self.tr("Topic")
            self._offer("topic", caption, [(f"{TOPIC}{one}", str(one)) for one in names])
        if code == "rows-open":
            rest = (f"{CORRECT}{REST}", self.tr("take the rows that are left"))
            self._offer("rows", self.tr("Many rows are missing"), [rest])
        if any(one.code in EFFORTS for group in found.groups for one in group.evidence):
            kinds = [("current", self.tr("current, A")), ("torque", self.tr("torque at the joint, N·m"))]
            self._offer("effort", self.tr("Effort is"), [(f"{EFFORT}{one}", words) for one, words in kinds])

    def _ask_for_rate(self) -> None:
        self.rate = CheckedField(
            self.tr("Sample rate in Hz"), _rate, bounds=SAMPLE_RATE, accepts=self.tr("such as 500")
        )
        button = Button(self.tr("Take this rate"))
        button.clicked.connect(lambda _checked=False: self._take_rate())
        label = muted(self.tr("Sample rate in Hz"))
        label.setBuddy(self.rate.edit)
        part = QWidget()
        in_row(label, self.rate, button, of=part, spacing=GRID)
        self._questions.addWidget(part)

    def _take_rate(self) -> None:
        if self.rate is not None and self.rate.is_understood:
            self.answered.emit(self._path, (f"{RATE}{self.rate.value}",))

    def _offer(self, name: str, caption: str, entries: list[tuple[str, str]]) -> None:
        """A choice about the whole file."""
        choice = Choice(caption)
        choice.offer([("", self.tr("choose …")), *entries])
        choice.picked.connect(lambda: self._answer_about_file(name))
        self.choices[name] = choice
        label = muted(caption)
        label.setBuddy(choice)
        part = QWidget()
        in_row(label, choice, of=part, spacing=GRID)
        self._questions.addWidget(part)

    def _answer_about_file(self, name: str) -> None:
        said = str(self.choices[name].value)
        if said:
            self.answered.emit(self._path, (said,))

    def _answer(self, group: Group) -> None:
        said = str(self.choices[group.span].value)
        if said:
            self.answered.emit(self._path, (group.answer(said),))


def _rate(text: str) -> float:
    return read_one(text, FREQUENCY)


OPENED = ("friction", "payload", "deflection")
"""Uses with a page of their own that a button opens; all others lie on the way of the guide."""


class ContentsView(QWidget):
    """Rate, gaps, ranges, speeds, rests and saturation of one recording, and what it can serve."""

    served = Signal(str, str)
    """Carries a use, such as ``friction``, and the label of the recording."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__()
        self._visit = visit
        self._label = ""
        self._seen: dict[str, SeenRecording] = {}
        self.title = Text(weight=BOLD, wrap=True)
        self.sections = SectionsView(self.tr("What is in the recording"))
        self.sections.setMinimumHeight(27 * GRID)
        self.buttons = {use: Button(use_words(use), role="quiet") for use in OPENED}
        uses = Flow()
        for use, button in self.buttons.items():
            button.clicked.connect(lambda *_, use=use: self.served.emit(use, self._label))
            uses.addWidget(button)
        fill(in_column(of=self, spacing=GRID), self.title, uses, (self.sections, 1))
        visit.opened.connect(self._forget)
        self.hide()

    def show_recording(self, label: str) -> None:
        """Show a recording of the visit; an empty label hides the view."""
        self._label = label
        self.setVisible(bool(label) and label in self._seen)
        if not label:
            return
        if label in self._seen:
            self._show()
            return
        path = self._visit.path
        job = self._visit.look_beside(Task(see_in_visit, path=path, label=label), shows_failure=False)
        job.succeeded.connect(lambda seen: self._take(str(path), seen))

    def _take(self, path: str, seen: SeenRecording) -> None:
        if self._visit.summary is None or self._visit.summary.path != path:
            return
        self._seen[seen.label] = seen
        if seen.label == self._label:
            self._show()

    def _show(self) -> None:
        seen = self._seen[self._label]
        shown = present(seen)
        self.title.setText(shown.headline)
        self.sections.show_sections(shown.sections)
        possible = {one.use for one in seen.contents.services if not one.missing}
        for use, button in self.buttons.items():
            button.setVisible(use in possible)
        self.show()

    @Slot()
    def _forget(self) -> None:
        self._seen.clear()
        self.show_recording("")
