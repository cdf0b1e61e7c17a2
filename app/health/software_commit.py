"""The commit that this program was built from or runs from, if known. No Qt.

A build writes ``resources/commit.txt``; in a source checkout the head is read without git.
"""

from functools import cache
from pathlib import Path

import resources

COMMIT_FILE = "commit.txt"
_LETTERS = 12
_REFERENCE = "ref: "


@cache
def software_commit() -> str:
    """First letters of the commit; empty if unknown."""
    folder = Path(resources.__file__).resolve().parent
    try:
        return (folder / COMMIT_FILE).read_text("utf-8").strip()[:_LETTERS]
    except OSError:
        return commit_of(folder.parent)


def commit_of(checkout: Path) -> str:
    """Head of a source checkout; empty for any other folder."""
    git = checkout / ".git"
    try:
        if git.is_file():  # a linked work tree
            git = (checkout / git.read_text("utf-8").partition("gitdir:")[2].strip()).resolve()
        head = (git / "HEAD").read_text("utf-8").strip()
        if not head.startswith(_REFERENCE):
            return head[:_LETTERS]
        name = head.removeprefix(_REFERENCE)
        common = git / "commondir"
        root = (git / common.read_text("utf-8").strip()).resolve() if common.is_file() else git
        return _reference(root, name)[:_LETTERS]
    except OSError:
        return ""


def _reference(git: Path, name: str) -> str:
    loose = git / name
    if loose.is_file():
        return loose.read_text("utf-8").strip()
    for line in (git / "packed-refs").read_text("utf-8").splitlines():
        commit, _, packed = line.partition(" ")
        if packed == name:
            return commit
    return ""
