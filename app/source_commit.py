"""Which commit this program is run from, where it is run from its source. No Qt."""

from pathlib import Path

_SHOWN = 10
_ROOT = Path(__file__).resolve().parents[1]


def source_commit(root: Path = _ROOT) -> str:
    """The short name of the commit; empty where there is no repository, such as in a built program."""
    git = root / ".git"
    try:
        if git.is_file():  # a tree beside the repository says where that is
            git = root / git.read_text("utf-8").partition(":")[2].strip()
        head = (git / "HEAD").read_text("utf-8").strip()
        name = head.removeprefix("ref: ")
        return (_of_reference(git, name) if name != head else head)[:_SHOWN]
    except OSError:
        return ""


def _of_reference(git: Path, name: str) -> str:
    loose = git / name
    if loose.is_file():
        return loose.read_text("utf-8").strip()
    for line in (git / "packed-refs").read_text("utf-8").splitlines():
        commit, _, packed = line.partition(" ")
        if packed == name:
            return commit
    return ""
