"""Runs a command in this process and keeps everything that it printed and wrote."""

import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.__main__ import main

DOCUMENT = Path("said.json")


@dataclass(frozen=True)
class Told:
    """What one command gave to a reader and to a script."""

    text: str
    document: object | None


def tell(*arguments: object, has_document: bool = True) -> Told:
    """Run a command in the folder where we are; names of files are relative, so no path is printed."""
    DOCUMENT.unlink(missing_ok=True)
    out, err = io.StringIO(), io.StringIO()
    more = ("--json", DOCUMENT) if has_document else ()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(argument) for argument in (*arguments, *more)])
    document = json.loads(_local(DOCUMENT.read_text("utf-8"))) if DOCUMENT.exists() else None
    error = f"\n--- standard error\n{err.getvalue()}" if err.getvalue() else ""
    return Told(_local(f"exit code {code}\n{out.getvalue()}{error}"), document)


def _local(text: str) -> str:
    """Without the folder where we are, which some commands add to a name."""
    return text.replace(str(Path.cwd()), "<folder>")


class Narrator:
    """Runs stories, which are commands that build on one another, as far as asked."""

    def __init__(self, *stories: Mapping[str, Sequence[object]]) -> None:
        self._stories = stories
        self._told: dict[str, Told] = {}

    def __call__(self, name: str) -> Told:
        """Output of the command of that name; the commands before it are run first."""
        story = next(story for story in self._stories if name in story)
        for each, arguments in story.items():
            if name in self._told:
                break
            if each not in self._told:
                self._told[each] = tell(*arguments)
        return self._told[name]
