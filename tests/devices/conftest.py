"""Devices share this computer with the tests of them."""

from tests.patience import answers_may_come_late

__all__ = ["answers_may_come_late"]
