"""Friction measured by the arm itself: each joint swept both ways at several constant speeds."""
