"""Every option of every command as it was agreed: name, default, choices, metavar, required or not."""

import argparse
import re
from pathlib import Path

from app.shell.commands.command_line import build_parser
from core.identification.setup_checks.correction import Correction
from core.recognition.weighing import CORRECTIONS
from resources import path

TABLE = Path(__file__).with_name("option_table.txt")
_DEFAULT = re.compile(r"default: (?P<value>[^;]*)", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9.]+(?:e[+-]?[0-9]+)?(?= ?(?:°/s|°|s|Hz|m|m/s|mm)?$)")


def actions(parser, words=""):
    """Each argument of each command, the commands in their order."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from actions(inner, f"{words} {name}".strip())
        elif not isinstance(action, argparse._HelpAction):
            yield words, action


def shown_default(action):
    """What holds where an option is left out, from the parser or else from the help; "-" where nothing does.

    A text such as "what the time allows" is a matter of wording; numbers and choices are not.
    """
    is_nothing = action.default is None or action.default is False or action.default in ([], ())
    if not is_nothing and action.default != argparse.SUPPRESS:
        return plain(action.default)
    said = _DEFAULT.search(action.help or "")
    text = said["value"].strip() if said else ""
    if number := _NUMBER.match(text):
        return plain(float(number[0]))
    choices = [*map(str, action.choices or ()), *str(action.metavar).split("|")]
    return text if text in choices else "-"


def plain(value):
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def row(words, action):
    parts = {
        "default": shown_default(action),
        "choices": "|".join(map(str, action.choices)) if action.choices else "-",
        "metavar": " ".join(action.metavar) if isinstance(action.metavar, tuple) else action.metavar or "-",
        "takes": "-" if action.nargs is None else str(action.nargs),
        "required": "yes" if action.required else "-",
    }
    name = "/".join(action.option_strings) or f"<{action.metavar or action.dest}>"
    return " ; ".join((f"{words} {name}", *(f"{key} {value}" for key, value in parts.items())))


def rows():
    return [row(words, action) for words, action in actions(build_parser())]


def test_every_option_is_as_it_was_agreed():
    agreed = TABLE.read_text("utf-8").splitlines()
    found = rows()
    assert set(agreed) - set(found) == set(), "options that are gone or different now"
    assert set(found) - set(agreed) == set(), "options that nobody agreed to"
    assert len(found) == len(set(found))


def test_the_help_of_every_command_can_be_shown():
    shown = {words: parser.format_help() for words, parser in parsers(build_parser())}
    assert len(shown) >= 30
    assert all("--help" in text and "==SUPPRESS==" not in text for text in shown.values())


def parsers(parser, words=""):
    yield words, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from parsers(inner, f"{words} {name}".strip())


def test_every_correction_is_named_by_its_option_and_on_its_page():
    pages = {"show": "recordings", "import": "recordings", "identify": "identification"}
    options = {
        command: action
        for command, action in actions(build_parser())
        if command in pages and "--correct" in action.option_strings
    }
    assert set(options) == set(pages)
    for command, action in options.items():
        text = path(f"help/{pages[command]}.md").read_text("utf-8")
        for name in tuple(Correction) if command == "identify" else CORRECTIONS:
            assert name in action.help
            assert f"`{name}`" in text
