"""What hangs on the flange: how to measure it, and its mass and centre of mass."""
