"""What an open visit shows of its own progress, in the terms of ``core.workflow``; no Qt.

The file and the window's state are the truth; what was stored with the visit only adds what
they cannot show, such as a report that was written and the place where it was left.
"""

import hashlib
from collections.abc import Mapping

from app.visit.handed_in import feature_products
from core.workflow import Made, Place, Product, Progress

_SHOWN_BESIDE = (
    Product.RECORDINGS,
    Product.CHOICE,
    Product.MODEL,
    Product.LOAD_STEPS,
    Product.PAYLOAD_REFERENCE,
)
"""Products that are no results of a feature and do not exist when the visit does not show them."""


def revision_of(content: object) -> str:
    """A short text that changes with the content, and comes back with it."""
    return hashlib.sha256(repr(content).encode()).hexdigest()[:16]


def progress_of(
    stored: Progress | None, *, guide: str, place: Place | None, joint_count: int, found: Mapping[str, Made]
) -> Progress:
    """The progress of a visit: what was found in it, with what was stored beside."""
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
    """A model, and the choice of runs it was made from."""
    return Made(f"{created_at} {choice}", {Product.CHOICE: choice})


def payload_report_made(payload: str) -> Made:
    """The payload's report, and the result it tells of."""
    return Made(f"of {payload}", {Product.PAYLOAD: payload})


def report_made(model: str) -> Made:
    """A report, and the model it tells of."""
    return Made(f"of {model}", {Product.MODEL: model})
