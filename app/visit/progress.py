"""Progress of the open visit, in the terms of ``core.workflow``. No Qt.

It follows from the file and the state of the window; the stored progress only adds facts that they do not
contain, such as a written report and the last place.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from app.visit.handed_in import feature_products
from core.workflow import SETTINGS_NAME, Made, Place, Product, Progress

if TYPE_CHECKING:
    from core.storage.visit import Visit

_SHOWN_BESIDE = (
    Product.RECORDINGS,
    Product.CHOICE,
    Product.MODEL,
    Product.LOAD_STEPS,
    Product.PAYLOAD_REFERENCE,
)
"""Products that are not results of a feature: they exist only if they follow from the visit itself."""


def revision_of(content: object) -> str:
    """Short text that is the same for the same content."""
    return hashlib.sha256(repr(content).encode()).hexdigest()[:16]


def progress_of(
    stored: Progress | None, *, guide: str, place: Place | None, joint_count: int, found: Mapping[str, Made]
) -> Progress:
    """The progress of a visit: the products found in it, and those that were only stored."""
    before = stored or Progress(guide)
    shown = {*_SHOWN_BESIDE, *(one.product for one in feature_products())}
    products = {name: made for name, made in before.products.items() if name not in shown}
    return Progress(
        guide=guide,
        products={**products, **found},
        place=place or before.place,
        joint_count=joint_count,
        seconds=before.seconds,
    )


def model_made(created_at: str, *, choice: str) -> Made:
    """A model as a product, made from a choice of runs."""
    return Made(f"{created_at} {choice}", {Product.CHOICE: choice})


def payload_report_made(payload: str) -> Made:
    """The payload's report as a product, made from the result with this key."""
    return Made(f"of {payload}", {Product.PAYLOAD: payload})


def report_made(model: str) -> Made:
    """A report as a product, made from a model."""
    return Made(f"of {model}", {Product.MODEL: model})


def note_report(visit: "Visit", made: Made, *, product: Product = Product.REPORT) -> None:
    """Store in a visit that a report was written, as the window does."""
    before = visit.settings(SETTINGS_NAME, Progress) or Progress("from-files")
    visit.put_settings(SETTINGS_NAME, replace(before, products={**before.products, product: made}))
