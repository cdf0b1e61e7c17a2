"""Reusable views: cards, plots, tables, the step rail and the bars of the frame."""
