"""Geometry of the drawn arm, its path and its surroundings: shapes, occlusion, light; no Qt."""
