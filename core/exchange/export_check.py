"""An encoder check as JSON: the one place that fixes its keys."""

from core.encoders.result import EncoderCheck
from core.exchange.export_json import Document


def check_json(check: EncoderCheck) -> list[Document]:
    """One entry per joint, null where it could not be measured; rad (m). Keys may be added, never renamed."""
    return [
        {
            "joint": joint.joint,
            "reference": joint.reference,
            "sign": joint.sign or None,
            "slope": joint.slope,
            "slope_std": joint.slope_std,
            "offset": joint.offset,
            "offset_change": joint.offset_change,
            "turned": joint.turned,
            "turns": joint.turns,
            "direction_gap": joint.direction_gap,
            "moved": joint.moved,
            "commanded_ratio": joint.commanded_ratio,
            "verdict": joint.judgement.verdict.value,
            "reasons": [reason.code for reason in joint.judgement.reasons],
        }
        for joint in check.joints
    ]
