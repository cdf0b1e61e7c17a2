"""View of a file to import: its columns with their evidence, and choices for the open ones."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.errors.text import error_text, evidence_sentence
from app.look.tokens import GRID
from app.speech.quantities import FREQUENCY, read_one
from app.speech.words import meaning_word
from app.visit.summaries import RecognisedFile
from app.widgets.arranged import fill, in_column, in_row
from app.widgets.choice import Choice
from app.widgets.fields import CheckedField
from app.widgets.flow import Flow
from app.widgets.table import Column, RowsModel, Table
from app.widgets.text import BOLD, Button, Text, muted
from core.bounds import SAMPLE_RATE
from core.errors import TorsionError
from core.recognition.answers import EFFORT, RATE, TOPIC
from core.recognition.understanding import LEAVE, TIME, Group

EFFORTS = frozenset({"effort-said", "effort-of-ur", "effort-torque"})
"""Evidence of columns whose meaning is that of a field named effort."""
_WIDTHS = (80, 144, 160, 320, 128)
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
        self._trouble.setText(error_text(found.error).one_line if found.error is not None else "")
        self._trouble.setVisible(found.error is not None)
        self.show()

    def _row(self, found: RecognisedFile, group: Group) -> tuple[str, ...]:
        first, last = found.names[group.columns[0] - 1], found.names[group.columns[-1] - 1]
        name = first if first == last else f"{first} … {last}"
        values = ", ".join(row[group.columns[0] - 1] for row in found.first_rows)
        return group.span, name, self._meaning(group), evidence_sentence(group.evidence), values

    def _meaning(self, group: Group) -> str:
        if group.waits:
            return self.tr("follows from your choice")
        if group.is_open:
            return self.tr("choose below")
        return self._words(" ".join((group.meaning, *dict.fromkeys(group.units))))

    def _words(self, meaning: str) -> str:
        """A meaning with its unit, in words."""
        name, _, unit = meaning.partition(" ")
        if name == TIME:
            words = self.tr("time")
        else:
            words = self.tr("left out") if name == LEAVE else meaning_word(name)
        return f"{words}, {unit}" if unit else words

    def _ask(self, groups: list[Group]) -> None:
        """One choice for each open group."""
        while (item := self._questions.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.choices, self.rate = {}, None
        for group in groups:
            choice = Choice(self.tr("Meaning of columns {columns}").format(columns=group.span))
            choice.offer([("", self.tr("choose …")), *((one, self._words(one)) for one in group.choices)])
            choice.picked.connect(lambda span=group.span: self._answer(span))
            self.choices[group.span] = choice
            label = muted(self.tr("Columns {columns}").format(columns=group.span))
            label.setBuddy(choice)
            part = QWidget()
            in_row(label, choice, of=part, spacing=GRID)
            self._questions.addWidget(part)

    def _ask_about_file(self, found: RecognisedFile) -> None:
        """Ask for what the file itself lacks: its sample rate, the topic, the meaning of its effort."""
        code = found.error.code if isinstance(found.error, TorsionError) else ""
        if code == "no-clock-found":
            self._ask_for_rate()
        elif isinstance(found.error, TorsionError) and code == "bag-topic-open":
            topics = found.error.facts["topics"]
            assert isinstance(topics, tuple)
            self._offer("topic", self.tr("Topic"), [(f"{TOPIC}{one}", str(one)) for one in topics])
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

    def _answer(self, span: str) -> None:
        said = str(self.choices[span].value)
        if said:
            self.answered.emit(self._path, (f"{span}={said}",))


def _rate(text: str) -> float:
    return read_one(text, FREQUENCY)
