"""Notes on a robot description that was read from a file: what was assumed or left out."""

from app.errors.text import note_text
from app.speech.language import joined_sentences
from app.visit.summaries import RobotChoice
from app.widgets.text import Text


class UnderstoodText(Text):
    """Sentences on a description; hidden for a robot without any."""

    def __init__(self) -> None:
        super().__init__(role="muted", wrap=True)
        self.hide()

    def show_robot(self, robot: RobotChoice | None) -> None:
        """Show the notes of a robot; nothing for None."""
        notes = () if robot is None else robot.notes
        self.setText(joined_sentences(*map(note_text, notes)))
        self.setVisible(bool(notes))
