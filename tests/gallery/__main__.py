"""``python -m tests.gallery OUT_DIR``: every page in every size, theme, scale and language, as pictures.

A visit is made on the virtual robot first, which takes some minutes and is kept for the next time. Each
picture is measured while it is taken; what does not hold is printed, and its number is the exit code.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.look.tokens import ThemeName
from app.speech.language import Language
from app.widgets.view_saving import png_bytes
from core.storage.output_writer import write_whole
from tests.gallery.dress import SCALES, SIZES, THEMES, dresses
from tests.gallery.hall import Hall, Seen
from tests.gallery.made_visit import made_visits

_MOST = 100
"""The largest exit code that says how many findings there are."""


def main(arguments: Sequence[str]) -> int:
    """Write the pictures; returns the number of findings."""
    options = _parsed(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    out: Path = options.out
    out.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    made = made_visits(say=_say)
    count = 0
    for language in options.language:
        with tempfile.TemporaryDirectory() as folder:
            hall = Hall(application, language, made, Path(folder))
            clothes = tuple(dresses(language, sizes=options.size, themes=options.theme, scales=options.scale))
            for seen in hall.walk(clothes, only=options.page):
                count += _kept(seen, out)
            hall.leave()
    _say(f"{count} findings")
    return min(count, _MOST)


def _kept(seen: Seen, out: Path) -> int:
    name = f"{seen.name}--{seen.dress}"
    write_whole(out / f"{name}.png", png_bytes(seen.picture))
    for finding in seen.findings:
        _say(f"{name}  {finding}")
    return len(seen.findings)


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--language", type=Language, nargs="+", default=list(Language))
    parser.add_argument("--size", type=_size, nargs="+", default=SIZES)
    parser.add_argument("--theme", type=ThemeName, nargs="+", default=THEMES)
    parser.add_argument("--scale", type=float, nargs="+", default=SCALES)
    parser.add_argument("--page", default="", help="only pages with this in their name")
    return parser.parse_args(arguments)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
