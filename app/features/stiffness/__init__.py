"""The stiffness of the whole arm at its tool."""
