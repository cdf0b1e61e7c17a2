"""The gears themselves: stiffness, damping, backlash, hysteresis and ripple, from two encoders a joint."""
