"""What of an arm needs care, in words. No Qt."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.speech.language import translate
from app.speech.units import DisplayUnit, stiffness_unit, torque_unit, twist_unit
from app.speech.values import Value, write

if TYPE_CHECKING:
    from core.catalogue.care import Care


def care_word(code: str) -> str:
    """A care in two or three words."""
    words: Mapping[str, str] = {
        "stiffness-lost": _tr("stiffness lost"),
        "backlash-grown": _tr("backlash grown"),
        "hysteresis-grown": _tr("wider loop"),
        "lost-motion-grown": _tr("more lost motion"),
        "friction-up": _tr("more friction"),
    }
    return words[code]


def care_line(care: "Care") -> str:
    """A care with its number, what was usual, and since when."""
    words = _tr("{joint}: {care} since {since}. It has {value}, usual is {usual}.")
    value, usual = (
        write(Value(si, _unit(care), std)).text
        for si, std in ((care.value, care.std), (care.usual, care.usual_std))
    )
    return words.format(
        joint=care.joint, care=care_word(care.code), since=care.since[:10], value=value, usual=usual
    )


def _tr(text: str) -> str:
    return translate("Fleet", text)


def _unit(care: "Care") -> DisplayUnit:
    if care.code == "stiffness-lost":
        return stiffness_unit(care.value, slides=False)
    return torque_unit(slides=False) if care.code == "friction-up" else twist_unit(care.value, slides=False)
