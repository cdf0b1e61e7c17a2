"""Finds the friction models: every module in ``core.friction.models`` declares one as ``MODEL``."""

import importlib
import pkgutil

from core.friction import models
from core.friction.form import FrictionForm


def _declared(name: str) -> FrictionForm:
    found = importlib.import_module(f"{models.__name__}.{name}").MODEL
    assert isinstance(found, FrictionForm)
    return found


MODELS: tuple[FrictionForm, ...] = tuple(
    sorted(
        (_declared(module.name) for module in pkgutil.iter_modules(models.__path__)),
        key=lambda form: (form.order, form.name),
    )
)
