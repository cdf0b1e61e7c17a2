"""What a family of controllers is: how one is named, what may be set behind its name, how it is opened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar
from urllib.parse import unquote

from core.errors import BadRequest
from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse

Settings = TypeVar("Settings")


class NotAllowed(ValueError):
    """A text that an option cannot take, and what it can take."""

    def __init__(self, *allowed: str) -> None:
        super().__init__(*allowed)
        self.allowed = allowed


@dataclass(frozen=True)
class Option:
    """One setting behind the ``?`` of a controller's name.

    ``meaning`` is one phrase in English, for the command line. ``read`` makes a value of the text,
    and raises ``NotAllowed`` for one that it cannot be. What ``gathers`` may be given several times:
    its values are tuples, one after the other; of any other the last one counts.
    """

    name: str
    meaning: str
    read: Callable[[str], object] = str
    gathers: bool = False


@dataclass(frozen=True)
class Family(Generic[Settings]):
    """Controllers that are opened in the same way, named ``scheme:subject?option=value&…``.

    What it refers to is imported when it is called: the table of families is read by every
    process, the drivers behind it only where they are used.
    """

    scheme: str
    subject: str
    """What stands behind the colon, as the help shows it: ``PORT``."""
    title: str
    """What the window calls it, in English; translated there."""
    example: str
    parse: Callable[[str], Settings]
    """Reads a name; raises ``BadRequest`` as ``read_name``."""
    open: Callable[[Settings, RobotModel, Pulse], Controller]
    """A controller, not connected yet."""
    described: Callable[[Settings], RobotModel] | None = None
    """The robot that the name implies; None where it implies none."""
    options: tuple[Option, ...] = ()

    @property
    def pattern(self) -> str:
        """How its controllers are named."""
        return f"{self.scheme}:{self.subject}"


def read_name(
    uri: str, *, scheme: str, subject: str, options: Sequence[Option] = ()
) -> tuple[str, dict[str, object]]:
    """What stands behind the scheme, and the options that were given, by their names.

    Raises
    ------
    BadRequest
        ``unknown-controller`` where nothing stands there, ``controller-unknown-setting``,
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


def _take(given: dict[str, object], option: Option, text: str) -> None:
    try:
        value = option.read(text)
    except NotAllowed as problem:
        raise bad_value(option.name, text, *problem.allowed) from problem
    before = given.get(option.name)
    if option.gathers and isinstance(before, tuple) and isinstance(value, tuple):
        value = (*before, *value)
    given[option.name] = value


def bad_value(setting: str, value: str, *allowed: str) -> BadRequest:
    """The refusal of a setting's value."""
    return BadRequest("controller-bad-value", setting=setting, value=value, allowed=allowed)


def one_of(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    """Reads one of the values of ``kind``."""

    def read(text: str) -> StrEnum:
        try:
            return kind(text)
        except ValueError as error:
            raise NotAllowed(*kind) from error

    return read


def printable(text: str) -> str:
    """Reads a name."""
    if not text.isprintable():
        raise NotAllowed("a name")
    return text
