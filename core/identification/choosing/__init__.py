"""Choosing the friction model and the cut-off by how well they predict motion that was left out."""
