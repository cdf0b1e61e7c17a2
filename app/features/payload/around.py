"""A payload with what it is read against: what the arm may carry, the controller's setting, the operator."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.features.payload.setting_tasks import PayloadWrite
    from core.payload.result import PayloadResult
    from core.robot.load_envelope import PayloadEnvelope
    from core.storage.visit import Visit
    from devices.controller import PayloadSetting


@dataclass(frozen=True)
class Around:
    """What a payload is read against; None for what is not known.

    ``envelope`` is what the arm may carry, ``setting`` what the controller has, ``change`` the newest
    change of that setting. ``operator`` made the visit. ``is_partial`` while more is to come.
    """

    envelope: "PayloadEnvelope | None" = None
    setting: "PayloadSetting | None" = None
    change: "PayloadWrite | None" = None
    operator: str = ""
    is_partial: bool = False

    @property
    def present(self) -> "PayloadSetting | None":
        """What the controller has now."""
        return self.setting if self.change is None else self.change.present

    @property
    def before(self) -> "PayloadSetting | None":
        """What the controller had before the newest change."""
        return self.setting if self.change is None else self.change.old


ALONE = Around()
"""Nothing else is known."""


@dataclass(frozen=True, eq=False)
class StoredPayload:
    """A payload of a visit, and what it is read against."""

    found: "PayloadResult"
    around: Around = ALONE


def stored_payload(visit: "Visit", found: "PayloadResult | None" = None) -> StoredPayload | None:
    """What a visit tells of a payload, its newest unless one is given; None where there is none.

    A change of the controller's setting counts where it was made from this very payload, or from none.
    """
    from app.features.payload.setting_tasks import PAYLOAD_WRITE, PayloadWrite
    from app.features.payload.tasks import newest_payload
    from app.visit.recordings import robot_of
    from core.robot.payload_envelope import payload_envelope

    found = newest_payload(visit) if found is None else found
    if found is None:
        return None
    changes = [visit.result(entry.key, PayloadWrite) for entry in visit.results(PAYLOAD_WRITE)]
    ours = [one for one in changes if not one.measured_at or one.measured_at == found.created_at]
    around = Around(
        payload_envelope(robot_of(visit)), change=ours[-1] if ours else None, operator=visit.operator
    )
    return StoredPayload(found, around)
