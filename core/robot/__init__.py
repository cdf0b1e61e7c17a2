"""The arm: its description and its rigid-body mechanics."""
