"""Recordings of the arm at rest or in a swaying motion."""
