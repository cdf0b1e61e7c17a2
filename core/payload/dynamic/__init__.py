"""A payload from excitation runs without and with it: all ten parameters at once."""
