"""Bounds of a made-up fleet."""

from core.bounds import Bounds

ARMS = Bounds(lower=1, upper=10_000, whole=True)
RECORDINGS = Bounds(lower=0, upper=10_000, whole=True)
WRONG_PAYLOADS = Bounds(lower=0, upper=10_000, whole=True)
VISITS = Bounds(lower=1, upper=100_000, whole=True)
