"""The twist of the gears: stiffness, lost motion, hysteresis and ripple of every joint."""
