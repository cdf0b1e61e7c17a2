"""Every friction model by its name."""

from collections.abc import Mapping

from core.friction.discovery import MODELS
from core.friction.form import FrictionForm
from core.friction.kinds import FrictionKind

FORMS: Mapping[FrictionKind, FrictionForm] = {FrictionKind(form.name): form for form in MODELS}
