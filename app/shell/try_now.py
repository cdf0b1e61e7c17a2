"""The row of the start screen for a try without a robot: the two-minute story, and visits to look into."""

from PySide6.QtCore import Signal, Slot

from app.look.tokens import GRID
from app.rehearsal.examples import Example
from app.widgets.card import Card
from app.widgets.layouts import in_row
from app.widgets.text import Button, ElidedText, Text


class TryNow(Card):
    """*Try it now*, and a button for each example visit."""

    story_asked = Signal()
    example_asked = Signal(object)
    """Carries the ``Example``."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self.story_button = Button(self.tr("Try it"), role="primary")
        self.story_button.setToolTip(
            self.tr("A virtual arm is checked, weighs a tool and shows a worn gear.")
        )
        self.story_button.clicked.connect(self.story_asked)
        words = Text(self.tr("Two minutes on a virtual arm; nothing can break."), wrap=True)
        captions = {
            Example.HEALTHY: self.tr("Healthy arm"),
            Example.WORN: self.tr("Worn gear"),
            Example.WRONG_PAYLOAD: self.tr("Wrong payload"),
        }
        self._captions = captions
        self.examples = {example: Button(caption, role="quiet") for example, caption in captions.items()}
        for example, button in self.examples.items():
            button.clicked.connect(lambda _checked=False, example=example: self.example_asked.emit(example))
            button.setToolTip(
                self.tr("An example visit; it is recorded on the virtual robot the first time.")
            )
        self.virtual_button = Button(self.tr("Virtual arm"), role="quiet")
        self.virtual_button.setToolTip(self.tr("A simulated arm shows every step; nothing can break."))
        self.synthetic_button = Button(self.tr("Computed runs"), role="quiet")
        self.synthetic_button.setToolTip(self.tr("Computed recordings show the identification in a minute."))
        self._about = ElidedText(self.tr("Examples:"), role="muted")
        self.column.addLayout(
            in_row(
                self.story_button,
                (words, 1),
                self._about,
                *self.examples.values(),
                self.virtual_button,
                self.synthetic_button,
                spacing=GRID,
            )
        )

    @Slot(object)
    def show_recording(self, example: Example | None) -> None:
        """Show which example is being recorded; None for none."""
        words = self.tr("Examples:")
        if example is not None:
            words = self.tr("Recording “{name}”, a minute or so …").format(name=self._captions[example])
        self._about.setText(words)
