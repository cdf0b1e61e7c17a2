"""Emulated controllers for tests, closed when the test ends, and waiting for what they cause."""

from contextlib import contextmanager

from devices.emulated.cs import EmulatedCs
from devices.emulated.cs_settings import EmulatedCsSettings
from devices.emulated.ec import EmulatedEc
from devices.emulated.ec_settings import EmulatedEcSettings
from devices.emulated.ur import EmulatedUr
from devices.emulated.ur_settings import EmulatedUrSettings, PolyScope
from tests.devices.emulated.fake_arm import SwingingArm
from tests.waiting import LIMIT_S, wait_until

PATIENCE_S = LIMIT_S
"""A busy computer may take long; no test measures how long."""


@contextmanager
def emulated_ur(polyscope=PolyScope.OLDER, *, robot="ur10e", payload=0.0, port=0, boot_s=0.2, **others):
    settings = EmulatedUrSettings(robot, polyscope=PolyScope(polyscope), payload=payload)
    others = {"arm": SwingingArm(), **others}
    controller = EmulatedUr(settings, port=port, boot_s=boot_s, **others)
    try:
        yield controller
    finally:
        controller.close()


@contextmanager
def emulated_cs(*, payload=0.0, seed=0, **others):
    settings = EmulatedCsSettings("cs66", payload=payload, seed=seed)
    others = {"arm": SwingingArm(), "port": 0, "boot_s": 0.2, **others}
    controller = EmulatedCs(settings, **others)
    try:
        yield controller
    finally:
        controller.close()


@contextmanager
def emulated_ec(robot="ec66", *, arm=None, **others):
    settings = EmulatedEcSettings(robot, **others)
    controller = EmulatedEc(settings, port=0, boot_s=0.2, arm=arm or SwingingArm())
    try:
        yield controller
    finally:
        controller.close()


def wait_for(condition, *, what="the condition"):
    """The first true value of ``condition``."""
    found = []
    wait_until(lambda: found.append(condition()) or found[-1], what)
    return found[-1]
