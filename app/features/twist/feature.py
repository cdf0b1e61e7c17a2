"""The declaration of the feature *twist*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from app.guide.feature import Brief, Command, Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from app.features.twist.results import LoadStepsFound
    from app.guide.feature import BatchWork, ReportSection, RunProcedure
    from app.guide.page import Page, Surroundings
    from core.elasticity.result import Elasticity
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    link, visit, runner, bus = around.link, around.visit, around.runner, around.bus

    from app.features.twist.load_steps_page import LoadStepsPage

    yield "load-steps", LoadStepsPage(link, visit, bus)

    from app.features.twist.page import TwistPage

    yield "twist", TwistPage(visit, runner, bus)

    from app.features.twist.torque_ramps_page import TorqueRampsPage

    yield "torque-ramps", TorqueRampsPage(link, visit, runner, bus)


def _procedures() -> "tuple[RunProcedure[Any], ...]":
    from app.features.twist.command import LOAD_STEPS, TORQUE_RAMPS

    return (LOAD_STEPS, TORQUE_RAMPS)


def _load_steps_brief(found: "LoadStepsFound") -> Iterator[str]:
    loaded = {block.joint for block in found.plan.blocks}
    yield f"Gravity loaded {len(loaded)} gears."


def _twist_brief(found: "Elasticity") -> Iterator[str]:
    from app.speech.words import verdict_word
    from core.quality import Verdict

    judged = [joint for joint in found.joints if joint.judgement.verdict is not Verdict.NOT_MEASURABLE]
    yield f"{len(judged)} of {len(found.joints)} gears could be judged."
    yield f"{verdict_word(found.judgement.verdict)}."


def _batches() -> "tuple[BatchWork, ...]":
    from app.features.twist.command import deflection_batch

    return (deflection_batch(),)


def _fill_deflection(parser: "argparse.ArgumentParser") -> None:
    from app.features.twist.command import fill

    fill(parser)


def _sections() -> "tuple[ReportSection[Elasticity], ...]":
    from app.features.twist.report import SECTION

    return (SECTION,)


def _products() -> tuple[FeatureProduct, ...]:
    from core.elasticity.result import ELASTICITY, Elasticity

    def made(visit: "Visit", key: str) -> Made:
        model = visit.result(key, Elasticity).model_created_at
        return Made(key, {Product.MODEL: model} if model else {})  # a bench has none

    return (FeatureProduct(Product.ELASTICITY, ELASTICITY, made),)


TWIST = Feature(
    "twist",
    steps=(
        FeatureStep("load-steps", "Gear load"),
        FeatureStep("twist", "Gears", shows_progress=True),
        FeatureStep("torque-ramps", "Torque ramps"),
    ),
    pages=_pages,
    procedures=_procedures,
    commands=(
        Command(
            "deflection",
            "Stiffness, backlash, hysteresis and ripple of every gear from two encoders per joint.",
            _fill_deflection,
            place=60,
        ),
    ),
    batches=_batches,
    sections=_sections,
    products=_products,
    briefs=(
        Brief("load-steps", "Load steps", _load_steps_brief),
        Brief("twist", "Gears", _twist_brief),
    ),
)
