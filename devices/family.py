"""A family of controllers: the form of its names, the options in a name, and how to open one."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar
from urllib.parse import quote, unquote

from core.bounds import Bounds, check_bounds
from core.errors import BadRequest
from core.robot.model import RobotModel
from devices.capabilities import ControllerKind
from devices.controller import Controller
from devices.driving.pulse import Pulse

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Settings = TypeVar("Settings")

CONSENT = "motion"
CONSENTED = f"{CONSENT}=allowed"
"""The option by which a real arm may be moved; without it a family that has the option only reads."""
_ADDRESS = re.compile(r"[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?|\[[0-9A-Fa-f:.]+\]")
_MANY_DIGITS = 12
PLAIN_IN_PATH = "/\\:~"
"""Characters of paths and ports that stay as they are in a name."""
PLAIN_IN_LIST = ",@:/"


class NotAllowed(ValueError):
    """Raised for a text that an option cannot take; carries the allowed values."""

    def __init__(self, *allowed: str) -> None:
        super().__init__(*allowed)
        self.allowed = allowed


@dataclass(frozen=True)
class Option:
    """One setting behind the ``?`` of a controller's name.

    ``meaning`` is one phrase in English, for the command line. ``read`` parses the text and raises
    ``NotAllowed`` for a value that it cannot parse; ``write`` is its opposite, and the characters
    ``plain`` are not quoted. ``field`` names the field of the settings where its name is another.
    An option with ``gathers`` may be given several times: its values are tuples, which are
    concatenated. Of any other option the last value counts.
    """

    name: str
    meaning: str
    read: Callable[[str], object] = str
    write: Callable[[Any], str] = str
    plain: str = ""
    gathers: bool = False
    field: str = ""

    @property
    def setting(self) -> str:
        """Name of the field of the settings."""
        return self.field or self.name


class MotionConsent(StrEnum):
    """Consent to move the arm; only whoever writes its name gives it."""

    NONE = "none"
    ALLOWED = "allowed"


@dataclass(frozen=True, kw_only=True)
class Consented:
    """Settings under which an arm may be moved only where its name says so."""

    motion: MotionConsent = MotionConsent.NONE
    """Without consent the arm is only read."""

    def __post_init__(self) -> None:
        """Check the bounds of the settings; an error carries the name of the setting."""
        check_bounds(self)

    @property
    def can_move(self) -> bool:
        """True if the arm may be moved under these settings."""
        return self.motion is MotionConsent.ALLOWED

    @property
    def controller_kind(self) -> ControllerKind:
        """Kind of control that the arm permits under these settings."""
        return ControllerKind.OPEN if self.can_move else ControllerKind.READ_ONLY


@dataclass(frozen=True)
class AtAddress(Consented):
    """Settings of an arm whose controller is reached over a network."""

    address: str
    """Name or number of the controller in the network; IPv6 in brackets."""

    @property
    def host(self) -> str:
        """The address as a socket takes it."""
        return self.address.strip("[]")


class NetworkSettings(Protocol):
    """Settings of an arm that is reached over a network; a frozen dataclass."""

    @property
    def address(self) -> str:
        """Name or number of its controller; IPv6 in brackets."""

    @property
    def host(self) -> str:
        """The address as a socket takes it."""

    @property
    def port(self) -> int:
        """Port of the stream."""

    @property
    def serial(self) -> str:
        """Serial number on the plate; empty where the controller tells it."""

    @property
    def uri(self) -> str:
        """The name of the arm."""


@dataclass(frozen=True)
class Recognised:
    """Identity that a controller reported when it was found; an empty text where it did not."""

    model: str = ""
    version: str = ""
    serial: str = ""


@dataclass(frozen=True)
class InNetwork:
    """Access to the arms of a family in a network; its settings are ``NetworkSettings``.

    Parameters
    ----------
    port
        The usual port of the stream, which a search looks for.
    robots
        Names of the descriptions that stand for the maker's types.
    recognise
        Asks the controller at a host and port what it is; raises ``DeviceError`` if it is another device.
    emulated
        The robot whose controller this program can emulate; empty for none.
    open_port
        A port that takes any number of connections, for measuring round trips; 0 for that of the stream.
    needs_cycle
        True if a motion needs an answer in every cycle, which is measured when the arm is armed.
    """

    port: int
    robots: tuple[str, ...]
    recognise: Callable[[str, int], Recognised]
    emulated: str = ""
    open_port: int = 0
    needs_cycle: bool = False


@dataclass(frozen=True)
class Family(Generic[Settings]):
    """Controllers that are opened in the same way, named ``scheme:subject?option=value&…``.

    The functions import their drivers when they are called: every process reads the table of
    families, but a driver is loaded only where it is used.
    """

    scheme: str
    subject: str
    """Placeholder of the part after the colon, as the help shows it: ``PORT``."""
    title: str
    """English title in the window, which translates it."""
    example: str
    parse: Callable[[str], Settings]
    """Parses a name; raises ``BadRequest`` like ``read_name``."""
    open: Callable[[Settings, RobotModel, Pulse], Controller]
    """Creates a controller that is not connected yet."""
    described: Callable[[Settings], RobotModel] | None = None
    """Returns the robot description that the name implies; None where it implies none."""
    options: tuple[Option, ...] = ()
    network: InNetwork | None = None
    """Access to its arms in a network; None for arms that are not in one."""

    @property
    def takes_consent(self) -> bool:
        """True if its arms are moved only by a name that says so."""
        return any(option.name == CONSENT for option in self.options)

    def with_consent(self, uri: str) -> str:
        """The name of the same arm, which may be moved by it; the same name in a family without consent."""
        if not self.takes_consent or CONSENTED in uri.partition("?")[2].split("&"):
            return uri
        return f"{uri}{'&' if '?' in uri else '?'}{CONSENTED}"

    @staticmethod
    def without_consent(uri: str) -> str:
        """The name of the same arm, which is only read by it."""
        name, _, query = uri.partition("?")
        rest = "&".join(item for item in query.split("&") if item and item != CONSENTED)
        return f"{name}?{rest}" if rest else name

    @property
    def pattern(self) -> str:
        """The form of this family's names, such as ``virtual:NAME``."""
        return f"{self.scheme}:{self.subject}"


def read_name(
    uri: str, *, scheme: str, subject: str, options: Sequence[Option] = ()
) -> tuple[str, dict[str, object]]:
    """Split a controller's name into the part after the scheme and the given settings by field.

    Raises
    ------
    BadRequest
        ``unknown-controller`` if that part is empty, ``controller-unknown-setting``,
        ``controller-bad-value``.
    """
    found, _, rest = uri.partition(":")
    name, _, query = rest.partition("?")
    if found != scheme or not name:
        raise BadRequest("unknown-controller", uri=uri, known=(f"{scheme}:{subject}",))
    by_name = {option.name: option for option in options}
    given: dict[str, object] = {}
    for item in filter(None, query.split("&")):
        key, _, text = item.partition("=")
        if key not in by_name:
            known = tuple(by_name)
            raise BadRequest("controller-unknown-setting", scheme=scheme, setting=key, known=known)
        _take(given, by_name[key], unquote(text))
    return name, given


def read_address(
    uri: str, *, scheme: str, subject: str, options: Sequence[Option]
) -> tuple[str, dict[str, object]]:
    """Read the address of a computer and the options behind it; raises as ``read_name``."""
    address, given = read_name(uri, scheme=scheme, subject=subject, options=options)
    if not _ADDRESS.fullmatch(address):
        raise bad_value("address", address, "10.0.0.2", "robot.local")
    return address, given


def write_name(settings: "DataclassInstance", name: str, *, scheme: str, options: Sequence[Option]) -> str:
    """Write a controller's name; a setting with its usual value is left out.

    ``name`` is the part after the scheme, quoted already. The opposite of :func:`read_name`.
    """
    usual = {field.name: field.default for field in fields(settings)}
    query = "&".join(
        f"{option.name}={quote(option.write(value), safe=option.plain)}"
        for option in options
        if (value := getattr(settings, option.setting)) != usual[option.setting]
    )
    return f"{scheme}:{name}" + (f"?{query}" if query else "")


def _take(given: dict[str, object], option: Option, text: str) -> None:
    try:
        value = option.read(text)
    except NotAllowed as problem:
        raise bad_value(option.name, text, *problem.allowed) from problem
    before = given.get(option.setting)
    if option.gathers and isinstance(before, tuple) and isinstance(value, tuple):
        value = (*before, *value)
    given[option.setting] = value


def bad_value(setting: str, value: str, *allowed: str) -> BadRequest:
    """Build the ``BadRequest`` for a value that a setting cannot take."""
    return BadRequest("controller-bad-value", setting=setting, value=value, allowed=allowed)


def one_of(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    """Return a reader of option texts that accepts the values of ``kind``."""

    def read(text: str) -> StrEnum:
        try:
            return kind(text)
        except ValueError as error:
            raise NotAllowed(*kind) from error

    return read


def printable(text: str) -> str:
    """Read an option's text as a name; control characters are refused."""
    if not text.isprintable():
        raise NotAllowed("a name")
    return text


def whole_number(name: str, meaning: str, bounds: Bounds, *examples: str) -> Option:
    """Make an option that takes a whole number within ``bounds``; ``examples`` are named with an error."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < _MANY_DIGITS else 0
        if not bounds.holds(number):
            raise NotAllowed(*examples)
        return number

    return Option(name, meaning, read)


CONSENT_OPTION = Option(
    CONSENT, "allowed: the arm may be moved; without it the arm is only read", one_of(MotionConsent)
)
