"""Which arm it is: model, serial number, software and power-on, from all that the controller tells."""

import logging
from collections.abc import Callable

import numpy as np

from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.errors import ConfigurationError, TransportError
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.dashboard import identity_by_dashboard
from devices.universal_robots.recipe import JOINTS
from devices.universal_robots.settings import DASHBOARD_BELOW, MODELS, UrSettings
from devices.universal_robots.web_service import identity_by_web

_ONLY_ONE_GENERATION = ("ur15", "ur18", "ur20", "ur30", "ur8long")
_E_SERIES = 5
log = logging.getLogger(__name__)


def read_identity_facts(settings: UrSettings, ask: Callable[[], tuple[str, str]]) -> tuple[str, str, bool]:
    """Ask the controller for its serial number and model; empty where it does not tell them.

    ``ask`` reads both and raises ``TransportError`` if it cannot. A service that is switched off
    leaves the identity incomplete and ends nothing. Without a
    reported serial number the one of the settings counts; the last value is True for a reported one.

    Raises
    ------
    ConfigurationError
        ``other-serial`` if it reports another one than the settings name.
    """
    serial, model = "", ""
    try:
        serial, model = ask()
    except TransportError as error:
        log.info("the controller does not tell which arm it is: %s", error)
    if serial and settings.serial and serial != settings.serial:
        raise ConfigurationError("other-serial", expected=settings.serial, found=serial)
    return serial or settings.serial, model, bool(serial)


def ask_identity(settings: UrSettings, version: ControllerVersion) -> tuple[str, str]:
    """Ask the dashboard, or the web service of PolyScope X; raises ``TransportError``."""
    if version.major <= _E_SERIES:
        return identity_by_dashboard(settings.host, settings.port - DASHBOARD_BELOW)
    return identity_by_web(settings.host, settings.web)


def identity_of(
    robot: RobotModel, version: ControllerVersion, *, serial: str, model: str, power_on: str
) -> Identity:
    """Build the identity; the controller reports neither limits, gear ratios nor names of joints."""
    return Identity(
        model=model,
        serial=serial,
        firmware=str(version),
        power_on=power_on,
        joint_names=robot.joint_names,
        lower=np.full(JOINTS, -np.inf),
        upper=np.full(JOINTS, np.inf),
        velocity=np.full(JOINTS, np.inf),
    )


def comparable_model(described: str, reported: str, version: ControllerVersion) -> str:
    """The name under which the reported model ships, ``UR10`` of PolyScope 5 as ``ur10e``.

    Empty if nothing was reported, or if the description has a name of its own, which cannot be compared.
    """
    if not reported or described not in MODELS:
        return ""
    name = reported.lower().replace(" ", "")
    is_older = version.major < _E_SERIES
    return name if is_older or name.endswith("e") or name in _ONLY_ONE_GENERATION else f"{name}e"
