"""Residual torque learned from the twist, used only for joints where it was validated."""
