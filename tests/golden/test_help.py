"""The help of every command: the same commands, options and explanations, however wide the terminal is."""

import argparse
import re
from collections.abc import Mapping

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


def _below(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if action.dest in {"command", "procedure"} and isinstance(action.choices, Mapping):
            return action.choices
    return {}


def test_the_help_of_all_commands_is_the_same(golden: Golden) -> None:
    pages = []
    for command in commands():
        text = " ".join(tell(*command, "--help", has_document=False).text.split())
        pages.append(f"=== {' '.join(command)}\n{_OPTION.sub(chr(10), text)}\n")
    assert len(pages) > 25
    golden.text("help", "\n".join(pages))
