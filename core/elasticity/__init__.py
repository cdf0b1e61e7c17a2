"""Elasticity of the gears: stiffness, damping, backlash, hysteresis and ripple, from two encoders a joint."""
