"""Help for the page one comes from: what it is for, how to go on, and what can go wrong."""

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QTextBrowser

from app.language import Language, current_language
from app.sides import SidePage
from resources import path

FOLDER = "help/pages"


def topic_file(topic: str) -> str:
    """The resource with the help on a topic, in the language that is spoken; English where there is none."""
    for language in (current_language(), Language.ENGLISH):
        name = f"{FOLDER}/{language}/{topic}.md"
        if path(name).is_file():
            return name
    return f"{FOLDER}/{Language.ENGLISH}/start.md"


class HelpPage(SidePage):
    """One topic at a time, in the words of a technician."""

    def __init__(self) -> None:
        super().__init__(self.tr("Help"), "")
        self.say("")
        self.topic = ""
        self.browser = QTextBrowser()
        self.browser.setAccessibleName(self.tr("Help text"))
        self.browser.setOpenLinks(False)
        self.browser.anchorClicked.connect(self._follow)
        self.column.addWidget(self.browser, 1)

    def show_topic(self, topic: str) -> None:
        """Show the help on a topic: the key of a step or of a page beside the guides, or ``start``."""
        self.topic = topic
        self.browser.setMarkdown(path(topic_file(topic)).read_text("utf-8"))

    def _follow(self, url: QUrl) -> None:
        name = url.toString()
        if name.endswith(".md"):
            self.show_topic(name.rsplit("/", 1)[-1].removesuffix(".md"))
