"""Remembers whether a test failed: its traceback then keeps its locals, which are no leak."""

import pytest

_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = yield
    if call.excinfo is not None:
        item.stash[_FAILED] = True
    return report


def has_failed(item: pytest.Item) -> bool:
    """True if set-up or the test raised (a skip counts, because it leaves a traceback too)."""
    return item.stash.get(_FAILED, False)
