"""Facts of a connected controller in sentences with a sign: identity, channels, what it keeps back."""

from collections.abc import Iterable, Iterator

from app.speech.language import listed, translate
from app.speech.units import number
from app.widgets.glyphs import Glyph
from core.recording import Quantity
from devices.controller_facts import Channel, ChannelKind, ControllerFacts, Missing, SerialSource


def _tr(text: str) -> str:
    return translate("Controller", text)


def fact_lines(facts: ControllerFacts) -> tuple[tuple[Glyph, str], ...]:
    """Lines on the controller, its channels by their kind, and what is missing with its remedy."""
    return (
        (Glyph.CHECK, _identity(facts)),
        *_channels(facts),
        *_typed_serial(facts),
        *((Glyph.NOTE, missing_words(missing)) for missing in facts.missing),
    )


def _identity(facts: ControllerFacts) -> str:
    words = _tr("{what}: {rate} samples a second.")
    what = ", ".join(filter(None, (facts.model, facts.software)))
    return words.format(what=what, rate=number(facts.rate, decimals=0))


def _channels(facts: ControllerFacts) -> Iterator[tuple[Glyph, str]]:
    sentences = {
        ChannelKind.MEASURED: _tr("Measured: {channels}."),
        ChannelKind.CONVERTED: _tr("Computed by the controller from what it measures: {channels}."),
        ChannelKind.REFERENCE: _tr("What the controller aims at: {channels}."),
        ChannelKind.UNKNOWN: _tr(
            "How the maker makes it is unknown: {channels}. Identification takes it as a torque of the"
            " motors, with the friction of the gears in it."
        ),
        ChannelKind.MODEL: _tr("From the controller's own model, never a measurement: {channels}."),
    }
    for kind, sentence in sentences.items():
        channels = [channel for channel in facts.channels if channel.kind is kind]
        if kind is ChannelKind.UNKNOWN:
            places = [channel for channel in channels if channel.quantity is not Quantity.TORQUE]
            channels = [channel for channel in channels if channel.quantity is Quantity.TORQUE]
            if places:
                words = _tr("The maker does not say whether it is measured or estimated: {channels}.")
                yield Glyph.NOTE, words.format(channels=_named(places))
        if channels:
            is_doubtful = kind in {ChannelKind.MODEL, ChannelKind.UNKNOWN}
            glyph = Glyph.NOTE if is_doubtful else Glyph.CHECK
            yield glyph, sentence.format(channels=_named(channels))


def _named(channels: Iterable[Channel]) -> str:
    return listed([f"{_quantity_word(channel.quantity)} ({channel.field})" for channel in channels])


def _typed_serial(facts: ControllerFacts) -> Iterator[tuple[Glyph, str]]:
    if facts.serial_source is SerialSource.TYPED:
        yield Glyph.FAIR, _tr("The serial number was typed; the controller does not confirm it.")


def _quantity_word(quantity: Quantity) -> str:
    words = {
        Quantity.POSITION: _tr("position"),
        Quantity.MOTOR_POSITION: _tr("motor position"),
        Quantity.LINK_POSITION: _tr("link position"),
        Quantity.VELOCITY: _tr("velocity"),
        Quantity.MOTOR_VELOCITY: _tr("motor velocity"),
        Quantity.CURRENT: _tr("current"),
        Quantity.TORQUE: _tr("torque"),
        Quantity.CURRENT_REFERENCE: _tr("current"),
        Quantity.TORQUE_REFERENCE: _tr("torque"),
        Quantity.TEMPERATURE: _tr("temperature"),
    }
    return words.get(quantity, str(quantity))


def missing_words(missing: Missing) -> str:
    """Sentence on something missing: its name, the reason, and the place where it is enabled."""
    sentence = {
        "ur-serial-dashboard-off": _tr(
            "PolyScope {version} does not tell its serial number while its Dashboard Server is off. At the "
            "pendant: menu, Settings, Security, Services, enable Dashboard Server."
        ),
        "ur-serial-dashboard-silent": _tr(
            "The dashboard of PolyScope {version} does not answer, so the serial number is not told. It "
            "needs no setting at the pendant: look for a firewall that closes port 29999."
        ),
        "ur-serial-dashboard-old": _tr(
            "PolyScope {version} does not tell its serial number; from 3.12 and 5.6 on it does."
        ),
        "ur-serial-web-off": _tr(
            "PolyScope X {version} does not tell its serial number while its Robot API is off. At the "
            "pendant: Settings, Security, Services, enable it."
        ),
        "ur-serial-web-old": _tr(
            "PolyScope X {version} does not tell its serial number; from 10.14 on it does."
        ),
        "ur-torque-never": _tr(
            "PolyScope 3 sends no torque. Friction and dynamics are identified from the current."
        ),
        "ur-torque-newer": _tr(
            "PolyScope {version} sends no torque from the measured current; from {needed} on it does. "
            "Friction and dynamics are identified from the current."
        ),
        "cs-serial-silent": _tr(
            "The dashboard does not tell the serial number: look at the pendant for what closes port 29999."
        ),
        "ec-no-serial": _tr(
            "No request asks the controller for its serial number. Type the one on the plate."
        ),
        "ec-torque-newton-metre": _tr(
            "The maker does not say what the torque is given in. It is taken as N·m; a known load shows it."
        ),
        "ec-torque-per-mille": _tr(
            "The torque is taken as thousandths of the rated torque of the description, as the address says."
        ),
        "ec-torque-factor": _tr(
            "The torque at standstill is {factor} times the weight of the description. It seems to be given "
            "in something else: compare it with a known load, and name it behind the address."
        ),
        "ec-link-computed": _tr(
            "The controller computes the position of a joint from that of its motor: twist, backlash and "
            "hysteresis of the gears stay unseen."
        ),
        "franka-serial": _tr(
            "The interface tells no serial number. Type the one on the plate of the arm, so that visits of "
            "one arm belong together."
        ),
        "franka-no-model": _tr(
            "Version {version} of the interface tells no model of the arm; from {needed} on it does. Check "
            "that the chosen robot is this one."
        ),
        "franka-geometry": _tr(
            "The flange of the chosen robot is up to {apart_mm} mm away from the one that the controller "
            "tells."
        ),
        "franka-link-position": _tr(
            "The maker calls the joint position estimated. Torsion finds out in the first slow motion "
            "whether it is measured; until then nothing is said about hysteresis and play."
        ),
        "field-not-sent": _tr("The controller does not send {field}."),
        "rate-lower": _tr("It sends {rate} samples a second; {asked} were asked for."),
        "one-encoder": _tr(
            "It shows one encoder per joint: twist, backlash and hysteresis of the gears stay unseen."
        ),
    }[missing.code]
    facts = {
        name: number(fact, decimals=1 if name == "factor" else 0) if isinstance(fact, float | int) else fact
        for name, fact in missing.facts.items()
    }
    return sentence.format(**facts)
