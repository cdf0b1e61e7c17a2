"""The commit that a program was built from, or runs from, is found without git."""

from pathlib import Path

import pytest

import resources
from app.health.about import COMMIT_FILE, commit_of, software_commit


def repository(folder: Path) -> Path:
    git = folder / ".git"
    (git / "refs/heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "packed-refs").write_text("# pack-refs\n0123456789abcdef refs/heads/main\n")
    return git


def test_a_source_checkout_is_asked_for_its_head(tmp_path: Path) -> None:
    git = repository(tmp_path)
    assert commit_of(tmp_path) == "0123456789ab"
    (git / "refs/heads/main").write_text("fedcba9876543210\n")
    assert commit_of(tmp_path) == "fedcba987654"
    (git / "HEAD").write_text("aaaaaaaaaaaaaaaa\n")
    assert commit_of(tmp_path) == "aaaaaaaaaaaa"
    assert commit_of(tmp_path / "none") == ""


def test_a_work_tree_finds_its_head_in_the_repository_that_it_belongs_to(tmp_path: Path) -> None:
    git = repository(tmp_path / "main")
    (git / "worktrees/beside").mkdir(parents=True)
    (git / "worktrees/beside/HEAD").write_text("ref: refs/heads/main\n")
    (git / "worktrees/beside/commondir").write_text("../..\n")
    beside = tmp_path / "beside"
    beside.mkdir()
    (beside / ".git").write_text(f"gitdir: {git / 'worktrees/beside'}\n")
    assert commit_of(beside) == "0123456789ab"


def test_a_built_program_shows_the_commit_that_its_build_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / COMMIT_FILE).write_text("fedcba9876543210\n")
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "__init__.py"))
    software_commit.cache_clear()
    try:
        assert software_commit() == "fedcba987654"
    finally:
        software_commit.cache_clear()
