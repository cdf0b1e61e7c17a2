"""The declaration of the feature *encoders*."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.guide.feature import Brief, Feature
from app.guide.run_procedure import RunProcedure
from app.visit.handed_in import FeatureProduct, FeatureStep
from core.workflow import Made, Outside, Product

if TYPE_CHECKING:
    import argparse

    from rich.console import RenderableType

    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from app.visit.recordings import StoredCheck
    from core.monitor import Monitor
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.encoders.page import CheckPage

    return {"check": CheckPage(around.link, around.visit, around.bus)}


def _check(arguments: "argparse.Namespace", _session: "RobotSession", _monitor: "Monitor") -> "Procedure":
    from app.features.encoders.procedure import CheckProcedure

    return CheckProcedure(label=arguments.label or arguments.procedure)


def _document(found: "StoredCheck", _robot: "RobotModel") -> Mapping[str, object]:
    from core.exchange.export_check import check_json

    return {"check": check_json(found.check)}


def _lines(found: "StoredCheck", _outcome: "Outcome", session: "RobotSession") -> "Iterator[RenderableType]":
    from app.features.encoders.presentation import present
    from app.terminal.presentation_lines import presentation_lines

    return presentation_lines(present(found.check, slides=session.robot.is_prismatic.tolist()))


def _brief(found: "StoredCheck") -> Iterator[str]:
    from core.quality import Verdict

    joints = found.check.joints
    good = sum(joint.judgement.verdict is Verdict.GOOD for joint in joints)
    yield f"{good} of {len(joints)} joints have encoders that agree."


def _kind() -> str:
    from app.visit.recordings import ENCODER_CHECK

    return ENCODER_CHECK


def _made(visit: "Visit", key: str) -> Made:
    from core.encoders.result import EncoderCheck

    check = visit.result(key, EncoderCheck)
    return Made(check.recording, {Outside.POWER_ON: check.power_on})


ENCODERS = Feature(
    "encoders",
    steps=(FeatureStep("check", "Check"),),
    pages=_pages,
    procedures=(
        RunProcedure(
            "check",
            "Jog each joint and compare its two encoders.",
            _check,
            document=_document,
            lines=_lines,
        ),
    ),
    products=(FeatureProduct(Product.CHECK, _kind, _made),),
    briefs=(Brief("check", "Encoders", _brief),),
)
