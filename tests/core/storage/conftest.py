"""Fixtures that the tests of the visit file share."""

import pytest

from core.storage import replacement


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visit that is being changed is refused at once instead of waited for."""
    monkeypatch.setattr(replacement, "PATIENCE_S", 0.0)
