"""Declaration of a user's setting in one place: at its field in a settings class.

The field's type has the bounds and the unit (``core.bounds``), its default is the default, and
:func:`setting` adds the texts for the user. The option of the command line and the field in the window
are made from this declaration. All texts are English sources; the window translates them.
"""

import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin

from core.bounds import Bounds, bounds_by_field

T = TypeVar("T")
_KEY = "setting"


@dataclass(frozen=True)
class Setting:
    """The texts of a setting.

    Attributes
    ----------
    help
        Its effect, in one sentence.
    caption
        Its name in the window; empty where the window has no field for it.
    auto
        Meaning of the default, if that is None or not a number to show.
    example
        Example of an input for its field; empty for the default.
    option
        Name of its option without the dashes; empty if that is the name of the field.
    """

    help: str
    caption: str = ""
    auto: str = ""
    example: str = ""
    option: str = ""


def setting(
    default: T, words: str, *, caption: str = "", auto: str = "", example: str = "", option: str = ""
) -> T:
    """A field of a settings class with its default; ``words`` are the help, the others as in `Setting`."""
    said = Setting(words, caption=caption, auto=auto, example=example, option=option)
    made: T = field(default=default, metadata={_KEY: said})
    return made


def required_setting(words: str, *, caption: str = "", example: str = "", option: str = "") -> Any:
    """The same for a field without a default; without ``option`` it is an argument that has to be given."""
    return field(metadata={_KEY: Setting(words, caption=caption, example=example, option=option)})


@dataclass(frozen=True)
class Declared:
    """One declared field of a settings class.

    Attributes
    ----------
    kind
        Its type, without None.
    is_optional
        True if None is one of its values.
    bounds
        Bounds of its number, or of each of its numbers; None if it is not a number.
    default
        ``dataclasses.MISSING`` where it has none.
    """

    name: str
    said: Setting
    kind: Any
    is_optional: bool
    bounds: Bounds | None
    default: Any

    @property
    def has_default(self) -> bool:
        """True if the field has a default."""
        return self.default is not MISSING

    @property
    def length(self) -> int | None:
        """Number of its elements, 0 for any number of them; None for a single value."""
        if get_origin(self.kind) is not tuple:
            return None
        members = get_args(self.kind)
        return 0 if members[-1] is Ellipsis else len(members)


@cache
def declared(kind: type) -> Mapping[str, Declared]:
    """The declared fields of a settings class by name; fields without texts cannot be chosen."""
    bounds = bounds_by_field(kind)
    found: dict[str, Declared] = {}
    for item in fields(kind):
        if _KEY in item.metadata:
            inner, is_optional = _without_none(item.type)
            found[item.name] = Declared(
                item.name, item.metadata[_KEY], inner, is_optional, bounds.get(item.name), item.default
            )
    return found


def _without_none(hint: Any) -> tuple[Any, bool]:
    """A type without None and without annotations, and True if None belonged to it."""
    if get_origin(hint) in {types.UnionType, Union}:
        members = [member for member in get_args(hint) if member is not type(None)]
        return _plain(members[0]), len(members) < len(get_args(hint))
    return _plain(hint), False


def _plain(hint: Any) -> Any:
    return hint.__origin__ if hasattr(hint, "__metadata__") else hint
