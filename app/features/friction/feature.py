"""The declaration of the feature *friction*."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.guide.feature import Brief, Command, Feature
from app.visit.feature_registry import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from app.guide.feature import RunProcedure
    from app.guide.page import Page, Surroundings
    from core.friction.sweeps.result import FrictionSweeps
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Iterator[tuple[str, Page]]":
    from app.features.friction.page import FrictionPage

    yield "friction", FrictionPage(around.link, around.visit, around.runner, around.bus)


def _fill_friction(parser: "argparse.ArgumentParser") -> None:
    from app.features.friction.command import fill

    fill(parser)


def _procedures() -> "tuple[RunProcedure[FrictionSweeps], ...]":
    from app.features.friction.command import FRICTION_RUN

    return (FRICTION_RUN,)


def _brief(found: "FrictionSweeps") -> Iterator[str]:
    names = ", ".join(joint.joint for joint in found.joints if joint.fit is not None)
    yield f"Friction is known for {names or 'no joint'}."


def _made(visit: "Visit", key: str) -> Made:
    """The friction of the joints that were swept, of all joints of the arm."""
    from app.visit.recordings import robot_of
    from core.friction.sweeps.result import FrictionSweeps

    found = visit.result(key, FrictionSweeps)
    swept = sum(bool(joint.points.speed.size) for joint in found.joints)
    return Made(key, done=swept, of=robot_of(visit).joint_count)


def _products() -> tuple[FeatureProduct, ...]:
    from core.friction.sweeps.result import FRICTION_SWEEPS

    return (FeatureProduct(Product.FRICTION, FRICTION_SWEEPS, _made),)


FRICTION = Feature(
    "friction",
    steps=(FeatureStep("friction", "Friction"),),
    pages=_pages,
    procedures=_procedures,
    commands=(
        Command(
            "friction",
            "Friction of each joint from recordings of joints that turn there and back at steady speeds.",
            _fill_friction,
            place=25,
        ),
    ),
    products=_products,
    briefs=(Brief("friction", "Friction", _brief),),
)
