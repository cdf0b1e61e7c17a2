"""Emulated controllers of makers: their own ports over the virtual arm's physics or a recording."""
