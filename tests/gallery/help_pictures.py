"""``python -m tests.gallery.help_pictures``: all pictures of the help, taken anew into resources/pictures.

Pages are those of the gallery, with its made visits; the live page and the sweeps of a payload are watched
while virtual arms move; pages of reports are drawn from their PDF files, in every language. Names are given
to take some of them only.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.features.comparison.page import ComparePage
from app.features.twist.page import TwistPage
from app.look.tokens import ThemeName
from app.shell.window import FIRST_SIZE, Window
from app.speech.language import Language
from app.visit.steps import GuideName, Step
from resources import path
from tests.gallery.drawn_arms import drawn_arms
from tests.gallery.dress import Dress
from tests.gallery.exhibit import open_step
from tests.gallery.hall import Hall, wait
from tests.gallery.kept_pictures import image_of, keep, report_pages, sheet
from tests.gallery.live_pictures import Taken, live_pictures, payload_picture
from tests.gallery.made_visit import WORN, made_visits

LIVE, WEIGHING, REPORT = "live-", "payload-moving", "report-"
"""What the names of pictures begin with that are no page of the gallery."""


def _worn_gear(window: Window) -> None:
    """Choose the joint whose gear is worn."""
    page = window.pages[Step.TWIST]
    assert isinstance(page, TwistPage)
    page.result.joints.press(WORN[0])


@dataclass(frozen=True)
class Wanted:
    """A page of the gallery as a picture of the help."""

    exhibit: str
    theme: ThemeName = ThemeName.LIGHT
    language: Language = Language.ENGLISH
    first: Callable[[Window], None] = lambda _window: None
    """Done before the picture is taken."""

    @property
    def dress(self) -> Dress:
        """What the window wears."""
        return Dress(FIRST_SIZE, self.theme, 1.0, self.language)


_DARK = ThemeName.DARK
PAGES = {
    "tour-start-light": Wanted("start-recent"),
    "tour-story-light": Wanted("story-moving"),
    "tour-connect-light": Wanted("connect"),
    "tour-friction-light": Wanted("friction-2"),
    "tour-results-light": Wanted("results"),
    "tour-verify-light": Wanted("verify-2"),
    "tour-payload-light": Wanted("payload"),
    "tour-payload-setting-dark": Wanted("payload", _DARK),
    "tour-compare-light": Wanted("compare-changes"),
    "tour-help-chinese-light": Wanted("help", language=Language.CHINESE),
    "loops-light": Wanted("identify"),
    "excitation-result-light": Wanted("plan"),
    "excitation-joints-dark": Wanted("plan-2", _DARK),
    "excitation-running-light": Wanted("excite-moving"),
    "twist-light": Wanted("twist", first=_worn_gear),
    "twist-ripple-dark": Wanted("twist-2", _DARK, first=_worn_gear),
    "stiffness-ellipsoid-light": Wanted("stiffness-3"),
    "compensation-done-light": Wanted("compensate-2"),
    "payload-measure-light": Wanted("payload-sweeps"),
    "payload-sweeps-dark": Wanted("payload-2", _DARK),
}


def main(arguments: Sequence[str]) -> int:
    """Write the pictures; the exit code says whether one of those that were asked for is unknown."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery.help_pictures", description=__doc__)
    parser.add_argument("names", nargs="*", help="begin of the names of pictures; default: all")
    parser.add_argument("--out", type=Path, default=path("pictures"))
    asked = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    asked.out.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    begins = tuple(asked.names)

    def is_wanted(name: str) -> bool:
        return not begins or name.startswith(begins)

    count = 0
    with drawn_arms():
        for language in Language:
            wanted = {
                name: one for name, one in PAGES.items() if one.language is language and is_wanted(name)
            }
            live, weighing, reports = (not begins or any(one.startswith(kind) for one in begins)
                                       for kind in (LIVE, WEIGHING, REPORT))  # fmt: skip
            if language is not Language.ENGLISH:
                live = weighing = False
            if not (wanted or live or weighing or reports):
                continue
            with tempfile.TemporaryDirectory() as folder:
                hall = Hall(application, language, made_visits(say=print), Path(folder))
                count += sum(_kept(hall, wanted, asked.out))
                if reports:
                    count += _reports(hall, Path(folder), asked.out)
                if live:
                    count += sum(_moving(hall, live_pictures(hall.window, Path(folder)), asked.out))
                if weighing:
                    count += sum(_moving(hall, payload_picture(hall.window), asked.out))
                hall.leave()
    print(f"{count} pictures in {asked.out}")  # noqa: T201
    return 0 if count else 1


def _kept(hall: Hall, wanted: dict[str, Wanted], out: Path) -> Iterator[int]:
    names = {one.exhibit for one in wanted.values()}
    for exhibit in hall.exhibits(names):
        for name, one in wanted.items():
            if one.exhibit == exhibit.name:
                one.dress.put_on(hall.window)
                hall.show(exhibit)
                one.first(hall.window)
                keep(image_of(hall.picture()), out / f"{name}.png")
                yield 1


def _moving(hall: Hall, pictures: Iterator[Taken], out: Path) -> Iterator[int]:
    Wanted("").dress.put_on(hall.window)
    hall.window.show_start()
    for name, picture in pictures:
        keep(image_of(picture), out / f"{name}.png")
        yield 1


def _reports(hall: Hall, folder: Path, out: Path) -> int:
    """The first two pages of each kind of report, in the language of the window."""
    window = hall.window
    of_language = "" if hall.language is Language.ENGLISH else f"-{hall.language.value}"
    hall.open(hall.visit)
    reports: dict[str, Path] = {}
    for name, guide, step in (
        ("commissioning", GuideName.ON_ROBOT, Step.REPORT),
        ("payload", GuideName.PAYLOAD, Step.PAYLOAD_REPORT),
    ):
        open_step(window, guide, step)
        hall.settle()
        window.footer.primary_button.click()
        hall.settle()
        reports[name] = max(folder.glob("*.pdf"), key=lambda file: file.stat().st_mtime)
    page = window.pages[Step.COMPARE]
    assert isinstance(page, ComparePage)
    window.guides.compare_visits((hall.earlier, hall.visit))
    wait(lambda: page.found is not None)
    reports["comparison"] = folder / "changes.pdf"
    page.write_report(reports["comparison"])
    wait(reports["comparison"].exists)
    hall.settle()
    for name, report in reports.items():
        keep(sheet(report_pages(report), columns=2), out / f"{REPORT}{name}{of_language}.png")
    return len(reports)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
