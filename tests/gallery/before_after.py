"""``python -m tests.gallery.before_after BEFORE_DIR OUT_DIR``: pages as they were beside pages as they are.

A sheet for each of ten things that hurt: the pictures in BEFORE_DIR whose names begin with its numbers, then
the page of today in light and dark, at 100 and 150 %, in English and Chinese.
"""

import argparse
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from PIL import Image
from PySide6.QtWidgets import QApplication

from app.look.tokens import ThemeName
from app.shell.window import FIRST_SIZE
from app.speech.language import Language
from tests.gallery.drawn_arms import drawn_arms
from tests.gallery.dress import Dress
from tests.gallery.hall import Hall
from tests.gallery.kept_pictures import image_of, keep, sheet
from tests.gallery.made_visit import made_visits

_WIDTH = 640
_THEMES, _SCALES = (ThemeName.LIGHT, ThemeName.DARK), (1.0, 1.5)
_COLUMNS = 1 + len(_THEMES) * len(_SCALES)


@dataclass(frozen=True)
class Hurt:
    """One of the ten: numbers of the pictures before, and pages of today."""

    name: str
    before: tuple[str, ...]
    today: tuple[str, ...]


TEN = (
    Hurt("1-messages", ("1", "7"), ("message", "message-list")),
    Hurt("2-try-it-now", (), ("story-moving", "story-3")),
    Hurt("3-while-it-moves", ("3",), ("payload-sweeps-moving",)),
    Hurt("4-plots", ("4",), ("results-zoomed",)),
    Hurt("5-before-it-moves", ("2",), ("payload-reference",)),
    Hurt("6-one-accent", ("10",), ("check-ended",)),
    Hurt("7-live", ("5", "6"), ("live-3", "live")),
    Hurt("8-numbers", ("11",), ("payload-3",)),
    Hurt("9-visits", (), ("start-recent", "visits-name")),
    Hurt("10-chapters", ("9",), ("plan",)),
)


def main(arguments: Sequence[str]) -> int:
    """Write the sheets; the exit code says whether a page was not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery.before_after", description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("out", type=Path)
    asked = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    asked.out.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    with drawn_arms():
        seen = {language: _pages(application, language, asked.out) for language in Language}
    missing = {name for hurt in TEN for name in hurt.today} - set(seen[Language.ENGLISH])
    for hurt in TEN:
        keep(_sheet(hurt, asked.before, seen), asked.out / f"{hurt.name}.png")
    for name in sorted(missing):
        print(f"{name}: not found", file=sys.stderr)  # noqa: T201
    return 1 if missing else 0


def _pages(application: QApplication, language: Language, out: Path) -> dict[str, list[Image.Image]]:
    """Pictures of every page of today by its name, in the order of the columns; kept one by one too."""
    names = {name for hurt in TEN for name in hurt.today}
    found: dict[str, list[Image.Image]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(application, language, made_visits(say=print), Path(folder))
        for exhibit in hall.exhibits(names):
            for scale, theme in product(_SCALES, _THEMES):
                dress = Dress(FIRST_SIZE, theme, scale, language)
                dress.put_on(hall.window)
                hall.show(exhibit)
                picture = image_of(hall.picture())
                keep(picture, out / f"{exhibit.name}--{dress}.png")
                found[exhibit.name].append(_small(picture))
        hall.leave()
    return found


def _sheet(hurt: Hurt, before: Path, seen: dict[Language, dict[str, list[Image.Image]]]) -> Image.Image:
    """A row for each page and language, each begun by a picture of before, as long as there is one."""
    old = [_small(Image.open(_picture(before, number))) for number in hurt.before]
    images: list[Image.Image] = []
    for name, language in product(hurt.today, Language):
        pictures = seen[language].get(name, [])
        if pictures:
            first = old.pop(0) if old else Image.new("RGB", pictures[0].size, "white")
            images += [first.resize(pictures[0].size), *pictures]
    return sheet(images, columns=_COLUMNS)


def _picture(folder: Path, number: str) -> Path:
    return next(folder.glob(f"{number}-*.png"))


def _small(image: Image.Image) -> Image.Image:
    high = round(image.height * _WIDTH / image.width)
    return image.convert("RGB").resize((_WIDTH, high), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
