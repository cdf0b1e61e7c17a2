"""Runs a command in this process and keeps everything that it printed and wrote."""

import contextlib
import io
import json
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
    document = json.loads(DOCUMENT.read_text("utf-8")) if DOCUMENT.exists() else None
    error = f"\n--- standard error\n{err.getvalue()}" if err.getvalue() else ""
    return Told(f"exit code {code}\n{out.getvalue()}{error}", document)
