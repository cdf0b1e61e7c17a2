"""The virtual commissioning and the demonstration: the program without a real arm."""
