"""The declaration of the feature *recording*."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.guide.feature import Feature
from app.guide.run_procedure import RunProcedure
from app.visit.handed_in import FeatureStep

if TYPE_CHECKING:
    import argparse

    from app.arm.procedure import Procedure
    from app.arm.session import RobotSession
    from app.guide.page import Page
    from app.guide.surroundings import Surroundings
    from core.monitor import Monitor


def _pages(around: "Surroundings") -> "Mapping[str, Page]":
    from app.features.recording.page import RecordPage

    return {"record": RecordPage(around.link, around.visit, around.feed, around.runner, around.bus)}


def _options(parser: "argparse.ArgumentParser") -> None:
    from app.arm.settings import RecordSettings
    from app.terminal.setting_options import add_settings

    add_settings(parser, RecordSettings)


def _record(arguments: "argparse.Namespace", session: "RobotSession", _monitor: "Monitor") -> "Procedure":
    from app.arm.settings import RecordedMotion
    from app.features.recording.procedure import RecordProcedure
    from app.terminal.setting_options import given

    default = RecordedMotion.SWAY if session.capabilities.can_move else RecordedMotion.STILL
    label = arguments.label or arguments.procedure
    return RecordProcedure(**{"motion": default, **given(arguments, RecordProcedure), "label": label})


RECORDING = Feature(
    "recording",
    steps=(FeatureStep("record", "Record"),),
    pages=_pages,
    procedures=(
        RunProcedure(
            "record",
            "Record the arm, standing or moving.",
            _record,
            first_options=_options,
            asks_flange=True,
        ),
    ),
)
