"""The drawn arm: its shapes, path and surroundings, and its picture cast ray by ray; no Qt."""
