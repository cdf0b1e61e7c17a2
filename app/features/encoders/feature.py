"""The declaration of the feature *encoders*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Brief, Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import Made, Outside, Product

if TYPE_CHECKING:
    from app.guide.feature import RunProcedure
    from app.guide.page import Page, Surroundings
    from app.visit.recordings import StoredCheck
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.encoders.page import CheckPage

    yield "check", CheckPage(around.link, around.visit, around.bus)


def _procedures() -> "tuple[RunProcedure[StoredCheck], ...]":
    from app.features.encoders.command import CHECK

    return (CHECK,)


def _brief(found: "StoredCheck") -> Iterator[str]:
    from core.quality import Verdict

    joints = found.check.joints
    good = sum(joint.judgement.verdict is Verdict.GOOD for joint in joints)
    yield f"{good} of {len(joints)} joints have encoders that agree."


def _products() -> tuple[FeatureProduct, ...]:
    from core.encoders.result import ENCODER_CHECK, EncoderCheck

    def made(visit: "Visit", key: str) -> Made:
        check = visit.result(key, EncoderCheck)
        return Made(check.recording, {Outside.POWER_ON: check.power_on})

    return (FeatureProduct(Product.CHECK, ENCODER_CHECK, made),)


ENCODERS = Feature(
    "encoders",
    steps=(FeatureStep("check", "Check"),),
    pages=_pages,
    procedures=_procedures,
    products=_products,
    briefs=(Brief("check", "Encoders", _brief),),
)
