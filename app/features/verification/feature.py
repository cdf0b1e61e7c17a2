"""The declaration of the feature *verification*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Brief, Command, Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from app.guide.feature import RunProcedure
    from app.guide.page import Page, Surroundings
    from core.identification.verification_result import Verification
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.verification.page import VerifyPage

    yield "verify", VerifyPage(around.link, around.visit, around.runner, around.bus)


def _procedures() -> "tuple[RunProcedure[Verification], ...]":
    from app.features.verification.command import VERIFY

    return (VERIFY,)


def _brief(found: "Verification") -> Iterator[str]:
    from app.features.verification.presentation import model_sentence
    from app.speech.words import verdict_word

    yield f"{model_sentence(found)} {verdict_word(found.judgement.verdict)}."


def _fill_verify(parser: "argparse.ArgumentParser") -> None:
    from app.features.verification.command import fill

    fill(parser)


def _products() -> tuple[FeatureProduct, ...]:
    from core.identification.verification_result import VERIFICATION as KIND
    from core.identification.verification_result import Verification

    def made(visit: "Visit", key: str) -> Made:
        return Made(key, {Product.MODEL: visit.result(key, Verification).model_created_at})

    return (FeatureProduct(Product.VERIFICATION, KIND, made),)


VERIFICATION = Feature(
    "verification",
    steps=(FeatureStep("verify", "Verify"),),
    pages=_pages,
    procedures=_procedures,
    commands=(Command("verify", "A stored model against fresh recordings.", _fill_verify, place=30),),
    products=_products,
    briefs=(Brief("verification", "Verification", _brief),),
)
