"""A try without a robot: the story in the rectangle of the start screen, and a row of visits to look into."""

from PySide6.QtCore import Signal, Slot

from app.guide.primary_action import Meaning, Primary
from app.look.tokens import GRID
from app.rehearsal.examples import Example
from app.shell.footer import Footer
from app.widgets.layouts import Card, in_row
from app.widgets.text import Button, ElidedText


class TryNow(Card):
    """A button for each example visit; *Try it* is at the foot."""

    story_asked = Signal()
    example_asked = Signal(object)
    """Carries the ``Example``."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self.foot = Footer()
        """Foot of the start screen; there is nothing to go back to."""
        self.foot.show_moving(is_moving=True)
        self.foot.show_place(self.tr("No robot here? See everything on a virtual arm; nothing can break."))
        self.foot.show_primary(Primary(Meaning.GO_ON, self.tr("Try it, two minutes")))
        self.foot.primary.connect(self.story_asked)
        self.story_button = self.foot.primary_button
        self.story_button.setToolTip(
            self.tr("A virtual arm is checked, weighs a tool and shows a worn gear.")
        )
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
                (self._about, 1),
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
