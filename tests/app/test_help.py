"""Help: every page has its topic in every language, its words are those of the screen, and it leads back."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.guide.actions import KEYS
from app.guide.help_topics import (
    OVERVIEWS,
    PAGES,
    groups,
    linked,
    read,
    text_of,
    topic_of,
    topics,
    topics_containing,
)
from app.look.theme import current_theme
from app.look.tokens import DARK, LIGHT, ThemeName
from app.shell.help_page import HelpPage, HelpText
from app.shell.sides import Side
from app.shell.window import Window
from app.speech.language import Language, catalogue, speaking
from app.visit.steps import Step
from devices.families import FAMILIES
from resources import path
from tests.app.robot_bench import Bench
from tests.waiting import wait_until

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGING = REPOSITORY / "packaging"
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)]+)\)")
_PICTURE = re.compile(r"\(([^()]*pictures/[^()]+\.png)\)")
_LARGEST_PICTURE_BYTES = 200_000
_UNFINISHED = re.compile(r"TODO|FIXME|XXX|TBD|\?\?\?|…\s*\n\n|lorem", re.IGNORECASE)
_FEWEST_LINES, _MOST_LINES = 20, 55


PAGE_OF_FAMILY = {
    "ur": "universal-robots",
    "elite-cs": "elite-cs",
    "elite-ec": "elite-ec",
    "franka": "franka",
    "cia402": "cia402",
    "moteus": "moteus",
}
"""Pages of the families whose arms are on sale; they name the controller by its scheme."""
ELSEWHERE = {"serial", "virtual", "emulated", "replay"}
"""The other families; the text on the command line names them."""
TRIALS = {"en": "## The first trial", "zh_CN": "## 首次试验"}


def files(language: Language) -> list[Path]:
    """The pages of a language."""
    return sorted(path(f"{PAGES}/{language}").glob("*.md"))


@pytest.fixture
def help_page(qtbot: QtBot) -> Iterator[HelpPage]:
    current_theme().apply(ThemeName.LIGHT)
    page = HelpPage()
    qtbot.addWidget(page)
    page.resize(1248, 620)
    page.show()
    yield page
    current_theme().apply(ThemeName.LIGHT)


@pytest.mark.parametrize("language", Language)
def test_every_step_and_every_page_beside_has_its_topic(language: Language) -> None:
    wanted = {*map(str, Step), *map(str, Side), *OVERVIEWS}
    there = {file.stem for file in files(language)}
    assert wanted <= there
    assert set(topics()) == there
    assert len(topics()) == len(set(topics()))


@pytest.mark.parametrize("language", Language)
def test_every_page_is_finished_and_leads_only_to_texts_that_are_there(language: Language) -> None:
    for file in files(language):
        text = file.read_text("utf-8")
        assert not _UNFINISHED.search(text), file
        assert _FEWEST_LINES <= text.count("\n") <= _MOST_LINES, file
        assert len(re.findall("^# ", text, re.MULTILINE)) == 1, file
        for link in _LINK.findall(text):
            assert linked(link, since=f"{PAGES}/{language}/{file.name}"), (file.name, link)


def test_both_languages_tell_the_same() -> None:
    for english, chinese in zip(files(Language.ENGLISH), files(Language.CHINESE), strict=True):
        told, said = english.read_text("utf-8"), chinese.read_text("utf-8")
        assert english.name == chinese.name
        assert sorted(_LINK.findall(told)) == sorted(_LINK.findall(said)), english.name
        for mark in ("\n## ", "\n1. ", "\n- ", "\n|"):
            assert abs(told.count(mark) - said.count(mark)) <= 1, (english.name, mark)


def test_words_in_bold_stand_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PACKAGING)
    sentences = set(importlib.import_module("translations").sources())
    for file in files(Language.ENGLISH):
        for words in _BOLD.findall(file.read_text("utf-8")):
            # the head of a table begins with a capital on the screen
            assert {words, f"{words[0].lower()}{words[1:]}"} & sentences, (file.name, words)


def test_words_in_bold_are_those_of_the_catalogue() -> None:
    """What the catalogue lacks is told by its own test; here as many others may stand."""
    chinese = catalogue(Language.CHINESE)
    for file in files(Language.ENGLISH):
        named = set(_BOLD.findall(file.read_text("utf-8")))
        wanted = {chinese.translated("", words) for words in named} - {""}
        lacking = sum(not chinese.translated("", words) for words in named)
        there = set(_BOLD.findall((file.parent.parent / Language.CHINESE / file.name).read_text("utf-8")))
        assert wanted <= there, (file.name, wanted - there)
        assert len(there - wanted) <= lacking, (file.name, there - wanted)


@pytest.mark.parametrize("language", Language)
def test_every_key_is_told(language: Language) -> None:
    text = path(f"{PAGES}/{language}/keyboard.md").read_text("utf-8")
    spelled = {"Alt+Left": "Alt+←", "Alt+Right": "Alt+→", "Return": "Enter"}
    if language is Language.CHINESE:
        spelled["Space"] = "空格"
    for keys in KEYS.values():
        for key in keys:
            assert f"| {spelled.get(key, key)}" in text or f"{spelled.get(key, key)} |" in text, key


@pytest.mark.parametrize("language", Language)
def test_no_sign_of_markdown_is_left_on_the_page(qapp: QApplication, language: Language) -> None:
    for file in files(language):
        document = QTextDocument()
        document.setMarkdown(file.read_text("utf-8"))
        plain = document.toPlainText()
        assert not re.search(r"\*\*|\]\(|^#|`", plain, re.MULTILINE), file


def test_every_character_of_the_chinese_pages_is_in_the_font_that_is_shipped() -> None:
    wanted = {character for file in files(Language.CHINESE) for character in file.read_text("utf-8")}
    for weight in ("Regular", "Bold"):
        known = TTFont(path(f"fonts/NotoSansSC-{weight}.ttf")).getBestCmap()
        assert {sign for sign in wanted if sign.isprintable() and ord(sign) not in known} == set()


def test_pictures_that_are_shown_are_there_small_and_all_there_are() -> None:
    pictures = path("pictures")
    texts = [REPOSITORY / "README.md", *path("help").rglob("*.md")]
    shown = {Path(name).name for text in texts for name in _PICTURE.findall(text.read_text("utf-8"))}
    there = {picture.name: picture.stat().st_size for picture in pictures.glob("*.png")}
    assert shown == set(there)
    assert max(there.values()) < _LARGEST_PICTURE_BYTES


@pytest.mark.parametrize("language", Language)
def test_pictures_of_the_pages_are_those_of_their_language(language: Language) -> None:
    shown = {file.stem: _PICTURE.findall(file.read_text("utf-8")) for file in files(language)}
    ending = "" if language is Language.ENGLISH else f"-{language}"
    reports = {"report": "commissioning", "payload-report": "payload", "compare": "comparison"}
    for page, name in reports.items():
        assert shown[page] == [f"../../../pictures/report-{name}{ending}.png"], page
    browser = HelpText()
    for page in reports:
        text = read(f"{PAGES}/{language}/{page}.md")
        browser.show_text(text)
        picture = browser.loadResource(QTextDocument.ResourceType.ImageResource.value, shown[page][0])
        assert isinstance(picture, QImage)
        assert not picture.isNull(), page
    browser.deleteLater()


def test_links_stay_inside_the_help() -> None:
    page = f"{PAGES}/en/twist.md"
    assert linked("verdicts.md", since=page) == f"{PAGES}/en/verdicts.md"
    assert linked("../../twist.md", since=page) == "help/twist.md"
    for link in (
        "https://example.org/a.md",
        "../../../decisions/0001-x.md",
        "../../../../../../etc/a.md",
        "x.json",
        "",
    ):
        assert linked(link, since=page) == ""


def test_search_finds_topics_by_all_words_titles_first() -> None:
    assert topics_containing("") == topics()
    assert topics_containing("BACKLASH twist")
    assert topics_containing("keyboard")[0] == "keyboard"
    assert topics_containing("backlash qwertyuiop") == ()
    with speaking(Language.CHINESE):
        assert "twist" in topics_containing("背隙")
        assert topics_containing("键盘")[0] == "keyboard"


def test_a_topic_that_has_no_chinese_is_told_in_english_and_one_unknown_at_the_start() -> None:
    with speaking(Language.CHINESE):
        assert text_of("check").file == f"{PAGES}/zh_CN/check.md"
        assert text_of("no-such-topic").file == f"{PAGES}/zh_CN/start.md"
    assert topic_of("help/twist.md") == ""
    assert read("help/twist.md").title


def test_help_opens_over_every_page_and_leads_back(window_with_result: Window) -> None:
    """Over all of them in one window: to build one takes longer than to turn all its pages."""
    window = window_with_result
    for step in Step:
        window.open_step(step)
        window.open_help()
        assert window.sides.current is Side.HELP, step
        assert window.beside.help.topic == step
        assert window.beside.help.isVisible()
        assert window.beside.help.browser.text == text_of(step)
        window.open_help()  # F1 again
        assert window.sides.current is None
        assert window.step is step
    window.show_start()
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert window.beside.help.topic == "start"
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert window.frame.is_on_start
    window.open_settings()
    window.top_bar.help_button.click()
    assert window.beside.help.topic == "settings"


def test_help_stays_closed_while_the_arm_may_move(bench: Bench) -> None:
    told: list[object] = []
    bench.window.bus.posted.connect(lambda message, *_: told.append(message))
    bench.connect()
    page = bench.open(Step.RECORD)
    page.motion.hold.held.emit()
    wait_until(lambda: bench.link.state is LinkState.MOVING)
    told.clear()
    bench.window.open_help()
    assert bench.window.sides.current is None
    assert bench.window.step is Step.RECORD
    assert len(told) == 1, "with the reason"
    bench.procedure.finish.set()
    bench.quiet()
    bench.window.open_help()
    assert bench.window.beside.help.topic == "record"


def test_links_go_by_the_keyboard_and_back_leads_to_the_text_before_then_to_the_page(
    still_window: Window,
) -> None:
    window = still_window
    window.open_step(Step.CHECK)
    window.open_help()
    page = window.beside.help
    assert page.browser.hasFocus()
    QTest.keyClick(page.browser, Qt.Key.Key_Tab)
    assert page.browser.textCursor().charFormat().anchorHref()
    QTest.keyClick(page.browser, Qt.Key.Key_Return)
    assert page.topic == "safety"
    assert window.sides.current is Side.HELP
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    page.go_to("verdicts")
    page.browser.asked.emit("help/twist.md")
    assert page.topic == ""
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.topic == "verdicts"
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.topic == "check"
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.step is Step.CHECK
    window.open_help()
    assert not page.go_back(), "nothing is remembered"


def test_list_follows_the_text_and_the_search(help_page: HelpPage) -> None:
    help_page.show_topic("twist")
    assert help_page.list.currentItem().text() == text_of("twist").title
    help_page.search.setText("backlash")
    assert help_page.list.visible_topics == tuple(
        topic for topic in topics() if topic in topics_containing("backlash")
    )
    assert help_page.browser.extraSelections(), "the word is marked in the text"
    help_page.search.setText("qwertyuiop")
    assert help_page.list.visible_topics == ()
    assert help_page.nothing.isVisible()
    help_page.search.setText("keyboard")
    help_page.search.returnPressed.emit()
    assert help_page.topic == "keyboard"
    help_page.show_topic("twist")
    assert help_page.search.text() == ""
    assert help_page.list.visible_topics == topics()


def test_arrow_keys_in_the_list_pass_over_headings(help_page: HelpPage) -> None:
    group, after = groups()[0], groups()[1]
    help_page.show_topic(group.topics[-1])
    help_page.list.setFocus()
    QTest.keyClick(help_page.list, Qt.Key.Key_Down)
    assert help_page.topic == after.topics[0]


def test_small_windows_have_a_choice_in_place_of_the_list(help_page: HelpPage, qtbot: QtBot) -> None:
    help_page.show_topic("check")
    assert help_page.list.isVisible()
    assert not help_page.choice.isVisible()
    help_page.resize(600, 500)
    wait_until(help_page.choice.isVisible)
    assert not help_page.list.isVisible()
    assert help_page.choice.value == "check"
    assert help_page.browser.width() > help_page.width() / 2


def test_colours_and_sizes_follow_the_theme(help_page: HelpPage) -> None:
    help_page.show_topic("check")
    document = help_page.browser.document()

    def link_colour() -> str:
        block = document.begin()
        while block.isValid():
            step = block.begin()
            while not step.atEnd():
                letters = step.fragment().charFormat()
                if letters.isAnchor():
                    return str(letters.foreground().color().name().upper())
                step += 1
            block = block.next()
        raise AssertionError("no link")

    assert link_colour() == LIGHT.accent.upper()
    heading = document.begin().begin().fragment().charFormat().fontPointSize()
    assert heading > 1.5 * document.defaultFont().pointSizeF()
    assert document.documentLayout().blockBoundingRect(document.begin()).height() > 24, "as large as it says"
    current_theme().apply(ThemeName.DARK, scale=1.5)
    assert link_colour() == DARK.accent.upper()
    assert document.begin().begin().fragment().charFormat().fontPointSize() == pytest.approx(1.5 * heading)
    assert document.defaultFont().pointSizeF() == pytest.approx(current_theme().font().pointSizeF())


def test_pictures_of_texts_that_go_deeper_keep_to_the_width(help_page: HelpPage) -> None:
    help_page.browser.asked.emit("help/twist.md")
    document, widths = help_page.browser.document(), []
    block = document.begin()
    while block.isValid():
        step = block.begin()
        while not step.atEnd():
            letters = step.fragment().charFormat()
            if letters.isImageFormat():
                widths.append(letters.toImageFormat().width())
            assert not letters.isAnchor() or letters.anchorHref().endswith(".md")
            step += 1
        block = block.next()
    assert widths
    assert max(widths) <= help_page.browser.viewport().width()


def test_everything_has_a_name_and_is_large_enough_to_be_touched(help_page: HelpPage) -> None:
    help_page.show_topic("start")
    for widget in (help_page.search, help_page.choice, help_page.list, help_page.browser):
        assert widget.accessibleName()
    row = help_page.list.visualItemRect(help_page.list.currentItem())
    assert row.height() >= 44
    assert help_page.search.height() >= 44
    assert help_page.list.itemAt(QPoint(4, row.center().y())) is help_page.list.currentItem()


def test_every_family_of_controllers_has_its_page_and_its_first_trial():
    assert {family.scheme for family in FAMILIES} == PAGE_OF_FAMILY.keys() | ELSEWHERE
    for scheme, page in PAGE_OF_FAMILY.items():
        assert page in OVERVIEWS
        for language, heading in TRIALS.items():
            text = path(f"{PAGES}/{language}/{page}.md").read_text("utf-8")
            assert f"{scheme}:" in text, (language, page)
            # an arm of the CS series does the trial of the page to which its own one leads
            assert heading in text or (page == "elite-cs" and "(universal-robots.md)" in text), (
                language,
                page,
            )
    said = path("help/command-line.md").read_text("utf-8")
    assert [scheme for scheme in ELSEWHERE if f"{scheme}:" not in said] == []


def test_the_readme_names_every_family_whose_arms_somebody_sells():
    said = (REPOSITORY / "README.md").read_text("utf-8")
    assert [page for page in PAGE_OF_FAMILY.values() if f"pages/en/{page}.md" not in said] == []
