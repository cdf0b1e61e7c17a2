"""The command lines that README and help print in their code blocks, as a shell would take them."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from resources import path

REPOSITORY = Path(__file__).resolve().parents[3]
_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`(torsion [a-z][^`]*)`")


@dataclass(frozen=True)
class DocumentedLine:
    """One command line and the text that prints it."""

    text: str
    words: tuple[str, ...]

    @property
    def plain(self) -> tuple[str, ...]:
        """The words with the program's name alone, wherever it is installed."""
        return (Path(self.words[0]).name, *self.words[1:])

    @property
    def arguments(self) -> tuple[str, ...]:
        """What follows the program's name."""
        return self.words[1:]

    def __str__(self) -> str:
        return f"{self.text}: {shlex.join(self.words)}"


def texts() -> list[Path]:
    """README, then the deeper texts of the help and its pages."""
    return [REPOSITORY / "README.md", *sorted(path("help").rglob("*.md"))]


def documented_lines(file: Path) -> list[DocumentedLine]:
    """The command lines in the code blocks of a text; comments and continued lines as a shell has them."""
    return [
        DocumentedLine(file.name, tuple(shlex.split(line, comments=True)))
        for block in _BLOCK.findall(file.read_text("utf-8"))
        for line in block.replace("\\\n", " ").splitlines()
        if line.strip()
    ]


def named_commands(file: Path) -> list[tuple[str, ...]]:
    """Commands that a text names within a sentence, such as ``torsion run friction``."""
    return [tuple(span.split()[1:]) for span in _SPAN.findall(file.read_text("utf-8"))]
