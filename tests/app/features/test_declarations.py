"""What the features declare fits together, and reading it loads nothing heavy."""

import subprocess
import sys

from app.features import FEATURES
from app.visit.steps import Step
from core.workflow import GUIDES, Product
from tests.waiting import LIMIT_S


def test_every_step_of_a_guide_is_declared_once():
    declared = [step.key for feature in FEATURES for step in feature.steps]
    assert sorted(declared) == sorted({key for guide in GUIDES.values() for key in guide.keys})
    assert set(declared) == set(Step)


def test_every_name_is_declared_once():
    for names in (
        [feature.name for feature in FEATURES],
        [procedure.name for feature in FEATURES for procedure in feature.procedures()],
        [section.key for feature in FEATURES for section in feature.sections()],
        [brief.step for feature in FEATURES for brief in feature.briefs],
        [product.product for feature in FEATURES for product in feature.products()],
        [product.kind for feature in FEATURES for product in feature.products()],
    ):
        assert names
        assert len(set(names)) == len(names)


def test_a_product_is_one_that_a_step_makes():
    made = {step.makes for guide in GUIDES.values() for step in guide.steps}
    products = {product.product for feature in FEATURES for product in feature.products()}
    assert products <= made
    assert products <= set(Product)


def test_reading_the_declarations_loads_neither_qt_nor_numpy():
    heavy = ("PySide6", "numpy", "rich", "reportlab", "h5py", "argparse")
    program = f"import sys, app.features\nprint([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=LIMIT_S
    )
    assert done.stdout.strip() == "[]"
