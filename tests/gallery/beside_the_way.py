"""The steps beside the usual way: drive gains, torque ramps, and the methods for a payload."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from app.features.identification.gains_page import GainsPage
from app.features.payload.methods_page import PayloadMethodsPage
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from core.errors import BadRequest
from core.payload.methods import compare_methods
from core.payload.settings import PayloadMethod, PayloadSettings
from tests.app import gain_examples, payload_examples
from tests.gallery.exhibit import Exhibit, open_step

BESIDE_THE_WAY = (
    (GuideName.ON_ROBOT, Step.GAINS),
    (GuideName.ON_ROBOT, Step.TORQUE_RAMPS),
    (GuideName.PAYLOAD, Step.PAYLOAD_METHODS),
)


def of_the_steps_beside(window: Window) -> Iterator[Exhibit]:
    """Each of them before it is used, and with a made-up result."""
    for guide, step in BESIDE_THE_WAY:
        yield Exhibit(str(step), partial(open_step, window, guide, step))
    yield Exhibit("gains-found", partial(_gains, window))
    for name, show in (("found", _payload), ("compared", _methods)):
        yield Exhibit(f"{Step.PAYLOAD_METHODS}-{name}", partial(show, window))


def _gains(window: Window) -> None:
    open_step(window, GuideName.ON_ROBOT, Step.GAINS)
    page = window.pages[Step.GAINS]
    assert isinstance(page, GainsPage)
    page.show_gains(gain_examples.drive_gains())


def _payload(window: Window) -> None:
    page = _methods_page(window)
    page.result.show_payload(payload_examples.dynamic())
    page.calculation.show_result()


def _methods(window: Window) -> None:
    found = payload_examples.payload()
    ways = (PayloadMethod.THREE_STEP, PayloadMethod.JOINT, PayloadMethod.DYNAMIC)
    refused = {PayloadMethod.DEFLECTION: BadRequest("payload-no-loaded-recording")}
    by = [replace(found, settings=PayloadSettings(way)) for way in ways]
    page = _methods_page(window)
    page.result.show_methods(compare_methods(by, refused), robot="ec66")
    page.calculation.show_result()


def _methods_page(window: Window) -> PayloadMethodsPage:
    open_step(window, GuideName.PAYLOAD, Step.PAYLOAD_METHODS)
    page = window.pages[Step.PAYLOAD_METHODS]
    assert isinstance(page, PayloadMethodsPage)
    return page
