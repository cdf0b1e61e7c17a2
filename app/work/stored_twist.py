"""What a visit knows of the twist of its gears without reading all of it: keys for its summary. No Qt."""

from typing import TYPE_CHECKING

from core.elasticity.result import ELASTICITY, Elasticity

if TYPE_CHECKING:
    from core.storage.visit import Visit


def twist_keys(visit: "Visit") -> dict[str, str]:
    """Key of the newest analysis of the twist, and when the model was made that gave the loads."""
    stored = visit.results(ELASTICITY)
    if not stored:
        return {}
    key = stored[-1].key
    return {"twist_key": key, "twist_model": visit.result(key, Elasticity).model_created_at}
