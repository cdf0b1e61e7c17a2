"""The declaration of the feature *verification*."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.guide.feature import Brief, Command, Feature
from app.guide.run_procedure import RunProcedure
from app.visit.handed_in import FeatureProduct, FeatureStep
from core.workflow import Made, Product

if TYPE_CHECKING:
    import argparse

    from rich.console import RenderableType

    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from app.terminal.command import Commands
    from core.identification.verification_result import Verification
    from core.monitor import Monitor
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.verification.page import VerifyPage

    return {"verify": VerifyPage(around.link, around.visit, around.runner, around.bus)}


def _options(parser: "argparse.ArgumentParser") -> None:
    from app.features.verification.command import add_verify_options

    add_verify_options(parser)


def _verify(arguments: "argparse.Namespace", session: "RobotSession", _monitor: "Monitor") -> "Procedure":
    from app.features.verification.command import verify_procedure

    return verify_procedure(arguments, joints=session.robot.joint_count)


def _document(found: "Verification", _robot: "RobotModel") -> Mapping[str, object]:
    from app.errors.text import reason_text
    from core.exchange.export_verification import verification_json

    return {"verification": verification_json(found, reason_text=reason_text)}


def _lines(found: "Verification", _outcome: "Outcome", session: "RobotSession") -> "Iterator[RenderableType]":
    from app.features.verification.presentation import present
    from app.terminal.presentation_lines import presentation_lines

    return presentation_lines(present(found, slides=session.robot.is_prismatic.tolist()))


def _brief(found: "Verification") -> Iterator[str]:
    from app.features.verification.presentation import model_sentence

    yield f"{model_sentence(found)} Verdict {found.judgement.verdict.value}."


def _command(commands: "Commands") -> None:
    from app.features.verification.judge_command import add_to

    add_to(commands)


def _kind() -> str:
    from core.identification.verification_result import VERIFICATION

    return VERIFICATION


def _made(visit: "Visit", key: str) -> Made:
    from core.identification.verification_result import Verification

    return Made(key, {Product.MODEL: visit.result(key, Verification).model_created_at})


VERIFICATION = Feature(
    "verification",
    steps=(FeatureStep("verify", "Verify"),),
    pages=_pages,
    procedures=(
        RunProcedure(
            "verify",
            "Run motions that the visit's model has not seen, and judge it on them.",
            _verify,
            options=_options,
            asks_flange=True,
            document=_document,
            lines=_lines,
        ),
    ),
    commands=(Command(_command, place=30),),
    products=(FeatureProduct(Product.VERIFICATION, _kind, _made),),
    briefs=(Brief("verification", "Verification", _brief),),
)
