"""``emulated:FAMILY:ROBOT``: the controller of a maker, emulated in a process of this program."""

from core.errors import BadRequest
from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.emulated.makers import SCHEME, EmulatedSettings, maker_of
from devices.family import Family, read_name

SUBJECT = "FAMILY:ROBOT"


def parse_emulated(uri: str) -> EmulatedSettings:
    """Read ``emulated:ur:ur10e?polyscope=5.23``; the options are those of the emulated controller.

    Raises
    ------
    BadRequest
        ``unknown-controller``. Its options are checked when it is started.
    """
    read_name(uri.partition("?")[0], scheme=SCHEME, subject=SUBJECT)
    settings = EmulatedSettings(uri.partition(":")[2])
    maker_of(settings.name)
    if not settings.robot:
        raise BadRequest("unknown-controller", uri=uri, known=(f"{SCHEME}:{SUBJECT}",))
    return settings


def _open(settings: EmulatedSettings, robot: RobotModel, pulse: Pulse) -> Controller:
    from devices.emulated.own_controller import OwnController

    return OwnController(settings, robot=robot, pulse=pulse)


def _described(settings: EmulatedSettings) -> RobotModel:
    from core.robot.library import load_robot

    return load_robot(settings.robot)


EMULATED = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="Emulated controller",
    example="emulated:ur:ur10e",
    parse=parse_emulated,
    open=_open,
    described=_described,
)
