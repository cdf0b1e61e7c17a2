"""Names and units of the compared quantities of a joint's twist."""

from app.speech.language import tr
from app.speech.units import MILLISECOND, DisplayUnit, damping_unit, number, stiffness_unit, twist_unit
from core.elasticity.comparison_result import TwistQuantity

_JOULE = DisplayUnit("J", 1.0)


def quantity_word(quantity: TwistQuantity, cycles: float | None = None) -> str:
    """Name of a quantity; for a line of ripple with its ``cycles`` per motor turn."""
    word = {
        TwistQuantity.STIFFNESS: tr("Stiffness"),
        TwistQuantity.BACKLASH: tr("Gear play"),
        TwistQuantity.HYSTERESIS_WIDTH: tr("Width of the loop"),
        TwistQuantity.HYSTERESIS_ENERGY: tr("Energy of the loop"),
        TwistQuantity.LOST_MOTION: tr("Lost motion"),
        TwistQuantity.DAMPING: tr("Damping"),
        TwistQuantity.LAG: tr("Channel lag"),
        TwistQuantity.RIPPLE: tr("Ripple"),
    }[quantity]
    if cycles is None:
        return word
    return tr("{word} {cycles}×").format(word=word, cycles=number(cycles, digits=4))


def quantity_unit(quantity: TwistQuantity, size: float, *, slides: bool) -> DisplayUnit:
    """Unit for a quantity of this size (SI)."""
    if quantity is TwistQuantity.STIFFNESS:
        return stiffness_unit(size, slides=slides)
    if quantity is TwistQuantity.DAMPING:
        return damping_unit(size, slides=slides)
    if quantity is TwistQuantity.HYSTERESIS_ENERGY:
        return _JOULE
    return MILLISECOND if quantity is TwistQuantity.LAG else twist_unit(size, slides=slides)
