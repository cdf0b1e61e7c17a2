"""The language the program speaks: sentences by their English source, from a catalogue. Knows no Qt.

English needs no catalogue: a source is its own translation. Any other language has a file
``resources/translations/CODE.ts`` in Qt's own format, which Qt Linguist opens. What a catalogue
lacks stays English, so that nothing is ever left out. The window's process and its worker each
have one language at a time; without one set, as on the command line, it is English.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from functools import lru_cache, reduce
from xml.etree import ElementTree as ET

from resources import path


class Language(StrEnum):
    """The languages there are, by the code that is stored."""

    ENGLISH = "en"
    CHINESE = "zh_CN"


OWN_NAMES: Mapping[Language, str] = {Language.ENGLISH: "English", Language.CHINESE: "简体中文"}
"""Each language as its speakers call it."""


class Catalogue:
    """Translations by context and source; a source that has one meaning needs no context."""

    def __init__(self, entries: Mapping[tuple[str, str], str]) -> None:
        self._entries = dict(entries)
        self._anywhere = {source: text for (_, source), text in reversed(self._entries.items())}

    def translated(self, context: str, source: str) -> str:
        """The translation, first of this context, then of any; empty where there is none."""
        return self._entries.get((context, source)) or self._anywhere.get(source, "")

    @property
    def texts(self) -> tuple[str, ...]:
        """All translations."""
        return tuple(self._entries.values())


_NOTHING = Catalogue({})


class _Spoken:
    """What this process speaks now."""

    language = Language.ENGLISH
    catalogue = _NOTHING


@lru_cache(maxsize=len(Language))
def catalogue(language: Language) -> Catalogue:
    """The catalogue of a language; an empty one of English."""
    if language is Language.ENGLISH:
        return _NOTHING
    entries: dict[tuple[str, str], str] = {}
    for context in ET.parse(path(f"translations/{language}.ts")).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            entries[name, message.findtext("source", "")] = message.findtext("translation", "") or ""
    return Catalogue({key: text for key, text in entries.items() if text})


def current_language() -> Language:
    """The language that is spoken now."""
    return _Spoken.language


def speak(language: Language | str) -> None:
    """Speak this language from now on; what is on the screen already does not change by itself."""
    _Spoken.language = Language(language)
    _Spoken.catalogue = catalogue(_Spoken.language)


@contextmanager
def speaking(language: Language | str) -> Iterator[None]:
    """Speak this language for a while."""
    before = _Spoken.language
    speak(language)
    try:
        yield
    finally:
        speak(before)


def in_english() -> AbstractContextManager[None]:
    """Speak English for a while: documents for other programs are the same in every language."""
    return speaking(Language.ENGLISH)


def translate(context: str, source: str) -> str:
    """The sentence in the language that is spoken; the source itself where there is no translation."""
    return _Spoken.catalogue.translated(context, source) or source


def language_of_system(name: str) -> Language:
    """The language for a system that calls its own so, such as ``zh_CN`` or ``de_DE``."""
    return Language.CHINESE if name.lower().startswith("zh") else Language.ENGLISH


def listed(parts: Iterable[str]) -> str:
    """A list in the words of a sentence, as the language separates it."""
    return translate("Language", ", ").join(parts)


def enumerated(words: Iterable[str]) -> str:
    """``1, 2 and 4``."""
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    return translate("Language", "{first} and {last}").format(first=listed(found[:-1]), last=found[-1])


def told_after(*sentences: str) -> str:
    """Sentences one after the other, as the language parts them; empty ones are left out."""
    told = filter(None, sentences)
    pair = translate("Language", "{first} {second}")
    return reduce(
        lambda first, second: pair.format(first=first, second=second) if first else second, told, ""
    )
