"""Drive gains as a JSON document: the one place that fixes its keys.

SI units; one entry per joint, in joint order; a gain that the runs do not determine is null.
Keys may be added, never renamed.
"""

from core.exchange.export_json import Document, ReasonText, judgement_json, provenance_json, reason_code
from core.fields import to_json_value
from core.identification.gains.result import DriveGains, PairPayload


def gains_json(gains: DriveGains, *, reason_text: ReasonText = reason_code) -> Document:
    """Everything about drive gains, ready for ``json.dumps``; ``reason_text`` words a reason."""
    document: Document = {
        "drive_gain": gains.drive_gain,
        "std": gains.std,
        "covariance": gains.covariance,
        "joints": [
            {"joint": name, **judgement_json(judgement, reason_text=reason_text)}
            for name, judgement in zip(gains.joint_names, gains.joints, strict=True)
        ],
        "std_from": gains.scatter,
        "described_gain": gains.described_gain,
        "ratio": gains.ratio,
        "residual_std_current": gains.residual_std,
        "payloads": [_payload_json(payload) for payload in gains.payloads],
        **judgement_json(gains.judgement, reason_text=reason_text),
        "settings": gains.settings,
        "provenance": provenance_json(gains.provenance),
    }
    ready: Document = to_json_value(document)
    return ready


def _payload_json(payload: PairPayload) -> Document:
    return {
        "unloaded": payload.unloaded,
        "loaded": payload.loaded,
        "mass": payload.mass,
        "center_of_mass": payload.center_of_mass,
        "center_of_mass_std": payload.center_of_mass_std,
    }
