"""The topics of the help: list, files, titles, search.

No Qt. A topic is named by the key of a step, of a page beside the guides, or of an overview. The
texts under ``resources/help`` that go deeper are in English; the same viewer shows them.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from app.guide.feature import handed_in
from app.speech.language import Language, current_language, tr
from app.visit.steps import GuideName, Step, steps_of
from resources import path

FOLDER = "help"
PAGES = f"{FOLDER}/pages"
FIRST = "start"
OVERVIEWS = (
    FIRST,
    "safety",
    "verdicts",
    "files",
    "keyboard",
    "measured",
    "measured-results",
    "measured-peers",
    "robots",
    "universal-robots",
    "elite-cs",
    "elite-ec",
    "franka",
    "cia402",
    "moteus",
)
BESIDE = ("story", "state", "fleet", "settings", "problem", "about", "help")
_GUIDES = (GuideName.ON_ROBOT, GuideName.FROM_FILES, GuideName.PAYLOAD, GuideName.LIVE, GuideName.COMPARE)
_TITLE = "# "


@dataclass(frozen=True)
class Group:
    """Topics under a common heading."""

    heading: str
    topics: tuple[str, ...]


@dataclass(frozen=True)
class Text:
    """A text of the help; ``file`` is its path below ``resources``, or its whole path."""

    file: str
    title: str
    markdown: str


def groups() -> tuple[Group, ...]:
    """All topics in the order of the list: overviews, steps of the guides, other pages."""
    found = [Group(tr("Overview"), OVERVIEWS)]
    listed: set[Step] = set()
    for guide in _GUIDES:
        steps = [step for step in steps_of(guide) if step not in listed]
        listed.update(steps)
        found.append(Group(guide_word(guide), tuple(map(str, steps))))
    return (*found, Group(tr("Beside the guides"), BESIDE))


def guide_word(guide: GuideName) -> str:
    """Name of a guide, as on its card on the start screen."""
    return tr(
        {
            GuideName.ON_ROBOT: "Commission a robot",
            GuideName.FROM_FILES: "Identify from recordings",
            GuideName.PAYLOAD: "Check a payload",
            GuideName.LIVE: "Live diagnostics",
            GuideName.COMPARE: "Open or compare visits",
        }[guide]
    )


def topics() -> tuple[str, ...]:
    """All topics, each once."""
    return tuple(topic for group in groups() for topic in group.topics)


def text_of(topic: str) -> Text:
    """Help on a topic in the present language; else in English; else the first topic."""
    pages = next((str(pages) for pages, keys in _folders_of_features() if topic in keys), PAGES)
    for language in (current_language(), Language.ENGLISH):
        file = f"{pages}/{language}/{topic}.md"
        if place_of(file).is_file():
            return read(file)
    return text_of(FIRST)


def _folders_of_features() -> Iterator[tuple[Path, AbstractSet[str]]]:
    """Folders outside the resources, each with its topics."""
    for feature in handed_in():
        if feature.help_pages is not None:
            yield feature.help_pages(), {step.key for step in feature.steps}


def place_of(file: str) -> Path:
    """Path of a text below ``resources``, or in a folder that its feature names."""
    return Path(file) if Path(file).is_absolute() else path(file)


@lru_cache(maxsize=128)
def read(file: str) -> Text:
    """Read a text from its file below ``resources``, or from its whole path."""
    markdown = place_of(file).read_text("utf-8")
    first, _, _ = markdown.partition("\n")
    return Text(file, first.removeprefix(_TITLE).strip(), markdown)


def topic_of(file: str) -> str:
    """Topic of a file; empty for a text that is not a topic."""
    folders = (PAGES, *(str(pages) for pages, _ in _folders_of_features()))
    is_topic = any(file.startswith(f"{pages}/") for pages in folders)
    return PurePosixPath(file).stem if is_topic else ""


def linked(link: str, *, since: str) -> str:
    """File below ``resources`` to which a link in the text ``since`` leads; empty without one.

    Only texts of the help are followed: everything stays on this computer and in this page.
    """
    name, _, _ = link.partition("#")
    if not name.endswith(".md") or "://" in name:
        return ""
    parts: list[str] = []
    for part in (*PurePosixPath(since).parent.parts, *PurePosixPath(name).parts):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        else:
            parts.append(part)
    file = "/".join(parts)
    return file if parts[:1] == [FOLDER] and path(file).is_file() else ""


def topics_containing(words: str) -> tuple[str, ...]:
    """Topics that contain all of the words; those with all of them in the title come first."""
    wanted = words.casefold().split()
    if not wanted:
        return topics()
    found = [topic for topic in topics() if _has(text_of(topic).markdown, wanted)]
    return tuple(sorted(found, key=lambda topic: not _has(text_of(topic).title, wanted)))


def _has(text: str, wanted: Sequence[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in wanted)
