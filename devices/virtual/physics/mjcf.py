"""Pieces of MuJoCo's XML for an arm, with all digits of the numbers."""

from core.recording import FloatArray

X_AXIS, Y_AXIS, Z_AXIS = "1 0 0", "0 1 0", "0 0 1"


def joint(name: str, kind: str, axis: str = Z_AXIS, *, place: str = "", **values: float) -> str:
    """XML of a ``slide`` or ``hinge`` about ``axis`` through ``place``, both in its body's frame."""
    at = f" pos='{place}'" if place else ""
    return f"<joint name='{name}' type='{kind}' axis='{axis}'{at} {_settings(values)}/>"


def tendon(parts: dict[str, float], **values: float) -> str:
    """XML of a fixed tendon: the weighted sum of joint positions, with the given properties."""
    joints = "".join(f"<joint joint='{name}' coef='{float(share)!r}'/>" for name, share in parts.items())
    return f"<fixed {_settings(values)}>{joints}</fixed>"


def numbers(values: FloatArray) -> str:
    """Format a vector with all digits."""
    return " ".join(repr(float(value)) for value in values)


def _settings(values: dict[str, float]) -> str:
    return " ".join(f"{key}='{float(value)!r}'" for key, value in values.items())
