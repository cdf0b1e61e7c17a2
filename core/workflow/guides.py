"""The guides there are, with the steps that features add to them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache

from core.workflow.guide import AddedStep, Capability, Chapter, Guide, GuideStep, Outside, Product

_CHOOSE = GuideStep(
    "choose", chapter=Chapter.MODEL, needs=(Product.RECORDINGS,), makes=Product.CHOICE, seconds=45.0
)
_GAINS = GuideStep(
    "gains",
    needs=(Product.RECORDINGS,),
    makes=Product.GAINS,
    optional=True,
    is_aside=True,
    seconds=120.0,
)
_IDENTIFY = GuideStep(
    "identify",
    chapter=Chapter.MODEL,
    needs=(Product.RECORDINGS, Product.CHOICE),
    makes=Product.MODEL,
    made_from=(Product.CHOICE,),
    seconds=45.0,
)
_RESULTS = GuideStep(
    "results", chapter=Chapter.MODEL, needs=(Product.MODEL,), shows=Product.MODEL, seconds=90.0
)
_PAYLOAD_METHODS = GuideStep(
    "payload-methods",
    needs=(Product.RECORDINGS,),
    makes=Product.PAYLOAD,
    optional=True,
    is_aside=True,
    seconds=120.0,
)
_TWIST = GuideStep(
    "twist",
    needs=(Product.MODEL,),
    makes=Product.ELASTICITY,
    made_from=(Product.MODEL,),
    optional=True,
    seconds=120.0,
)
_STIFFNESS = GuideStep(
    "stiffness",
    chapter=Chapter.MORE,
    makes=Product.STIFFNESS,
    made_from=(Product.ELASTICITY,),
    optional=True,
    is_worth_itself=True,
    seconds=90.0,
)
_REPORT = GuideStep(
    "report", needs=(Product.MODEL,), makes=Product.REPORT, made_from=(Product.MODEL,), seconds=30.0
)


FROM_FILES = Guide(
    "from-files",
    (
        GuideStep("recordings", makes=Product.RECORDINGS, seconds=60.0),
        GuideStep(
            "friction", needs=(Product.RECORDINGS,), makes=Product.FRICTION, optional=True, is_aside=True
        ),
        GuideStep(
            "payload", needs=(Product.RECORDINGS,), makes=Product.PAYLOAD, optional=True, is_aside=True
        ),
        _CHOOSE,
        _GAINS,
        _IDENTIFY,
        _RESULTS,
        replace(_PAYLOAD_METHODS, makes="", shows=Product.PAYLOAD),
        GuideStep(
            "verify",
            needs=(Product.MODEL,),
            makes=Product.VERIFICATION,
            made_from=(Product.MODEL,),
            optional=True,
            is_aside=True,
        ),
        _TWIST,
        _STIFFNESS,
        _REPORT,
    ),
)
"""From recordings of an arm to its model and a report."""

ON_ROBOT = Guide(
    "on-robot",
    (
        GuideStep("connect", brings=Capability.CONTROLLER, seconds=60.0),
        GuideStep(
            "check",
            capabilities=(Capability.CONTROLLER,),
            makes=Product.CHECK,
            made_from=(Outside.POWER_ON,),
            seconds=30.0,
            seconds_per_joint=10.0,
        ),
        GuideStep(
            "friction",
            capabilities=(Capability.CONTROLLER, Capability.MOTION),
            makes=Product.FRICTION,
            optional=True,
            seconds=90.0,
            seconds_per_joint=65.0,
        ),
        GuideStep(
            "load-steps",
            capabilities=(Capability.CONTROLLER, Capability.MOTION, Capability.LINK_ENCODERS),
            makes=Product.LOAD_STEPS,
            optional=True,
            seconds=60.0,
            seconds_per_joint=50.0,
        ),
        GuideStep("plan", chapter=Chapter.MOTION, makes=Product.PLAN, optional=True, seconds=60.0),
        GuideStep(
            "excite",
            chapter=Chapter.MOTION,
            needs=(Product.PLAN,),
            capabilities=(Capability.CONTROLLER, Capability.TRAJECTORY),
            makes=Product.EXCITATION,
            made_from=(Product.PLAN,),
            adds=Product.RECORDINGS,
            optional=True,
            seconds=420.0,
        ),
        GuideStep(
            "record",
            chapter=Chapter.MORE,
            capabilities=(Capability.CONTROLLER,),
            makes=Product.RECORDINGS,
            optional=True,
            seconds=120.0,
        ),
        _CHOOSE,
        _GAINS,
        _IDENTIFY,
        _RESULTS,
        GuideStep(
            "verify",
            needs=(Product.MODEL,),
            capabilities=(Capability.CONTROLLER, Capability.MOTION),
            makes=Product.VERIFICATION,
            made_from=(Product.MODEL,),
            optional=True,
            seconds=300.0,
        ),
        _PAYLOAD_METHODS,
        _TWIST,
        GuideStep(
            "torque-ramps",
            capabilities=(Capability.CONTROLLER, Capability.MOTION),
            makes=Product.TORQUE_RAMPS,
            optional=True,
            is_aside=True,
            seconds=60.0,
            seconds_per_joint=60.0,
        ),
        _STIFFNESS,
        GuideStep(
            "compensate",
            chapter=Chapter.MORE,
            needs=(Product.STIFFNESS,),
            capabilities=(Capability.CONTROLLER, Capability.MOTION, Capability.LINK_ENCODERS),
            makes=Product.COMPENSATION,
            made_from=(Product.STIFFNESS,),
            optional=True,
            seconds=120.0,
        ),
        _REPORT,
    ),
)
"""The same with new recordings: of a planned motion if the controller runs one, else of any motion."""

LIVE = Guide(
    "live",
    (
        GuideStep("connect", brings=Capability.CONTROLLER, seconds=60.0),
        GuideStep("live", capabilities=(Capability.CONTROLLER,), opens_without=True, seconds=60.0),
    ),
)
"""Observation of a connected arm, or of recordings; it stores nothing unless the user records."""

PAYLOAD = Guide(
    "payload",
    (
        GuideStep("connect", brings=Capability.CONTROLLER, seconds=60.0),
        GuideStep(
            "payload-reference",
            capabilities=(Capability.CONTROLLER,),
            makes=Product.PAYLOAD_REFERENCE,
            seconds=240.0,
        ),
        GuideStep(
            "payload-sweeps",
            needs=(Product.PAYLOAD_REFERENCE,),
            capabilities=(Capability.CONTROLLER,),
            makes=Product.PAYLOAD,
            made_from=(Product.PAYLOAD_REFERENCE,),
            seconds=300.0,
        ),
        GuideStep(
            "payload", chapter=Chapter.RESULT, needs=(Product.PAYLOAD,), shows=Product.PAYLOAD, seconds=60.0
        ),
        replace(_PAYLOAD_METHODS, needs=(Product.PAYLOAD,), makes="", shows=Product.PAYLOAD),
        GuideStep(
            "payload-report",
            chapter=Chapter.RESULT,
            needs=(Product.PAYLOAD,),
            makes=Product.PAYLOAD_REPORT,
            made_from=(Product.PAYLOAD,),
            seconds=30.0,
        ),
    ),
)
"""Measurement of a payload: slow sweeps without it and with it, driven from here or by the pendant."""

COMPARE = Guide("compare", (GuideStep("visits", seconds=30.0), GuideStep("compare", seconds=60.0)))
"""Search, opening and comparison of visits; it stores nothing."""

GUIDES: Mapping[str, Guide] = {guide.key: guide for guide in (FROM_FILES, ON_ROBOT, PAYLOAD, LIVE, COMPARE)}
"""The guides without added steps, by their keys."""

_ADDED: list[Callable[[], Iterable[AddedStep]]] = []


def hand_in_steps(of_features: Callable[[], Iterable[AddedStep]]) -> None:
    """Take steps that come beside those written here; they are asked for whenever a guide is."""
    _ADDED.append(of_features)


def guide_named(key: str) -> Guide:
    """The guide with that key, with the added steps; the one from files for an unknown key."""
    guide = GUIDES.get(key, FROM_FILES)
    added = tuple(one for of_features in _ADDED for one in of_features() if one.guide == guide.key)
    return _with(guide, added) if added else guide


@cache
def _with(guide: Guide, added: tuple[AddedStep, ...]) -> Guide:
    for one in added:
        guide = guide.with_step(one.step, after=one.after)
    return guide


def guide_with(step: str) -> Guide | None:
    """The first guide that has a step of that key on its way; None if none has."""
    return next(
        (guide for guide in map(guide_named, GUIDES) if (found := guide.step(step)) and not found.is_aside),
        None,
    )
