"""The help of every command: the same commands, options and explanations, however wide the terminal is."""

import re

import pytest

from app.cli.run import build_parser
from tests.golden.command_line import tell
from tests.golden.keeping import Golden

_OPTION = re.compile(r" (?=\[?--?[a-zA-Z])")


def commands() -> list[tuple[str, ...]]:
    """Every command and every procedure of ``run``."""
    found: list[tuple[str, ...]] = [()]
    for name, parser in _below(build_parser()).items():
        found += [(name,), *((name, inner) for inner in _below(parser))]
    return found


def _below(parser) -> dict[str, object]:
    return next((action.choices for action in parser._actions if action.dest in {"command", "procedure"} and action.choices), {})


def test_the_help_of_all_commands_is_the_same(golden: Golden) -> None:
    pages = []
    for command in commands():
        text = " ".join(tell(*command, "--help", has_document=False).text.split())
        pages.append(f"=== {' '.join(command)}\n{_OPTION.sub(chr(10), text)}\n")
    assert len(pages) > 25
    golden.text("help", "\n".join(pages))
