"""Fixtures that the tests of the visit file share."""

import os

import pytest

from core.storage import replacement


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visit that is being changed is refused at once instead of waited for."""
    monkeypatch.setattr(replacement, "PATIENCE_S", 0.0)


@pytest.fixture(autouse=True)
def without_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is forced to the disk here, since no test cuts the power."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
