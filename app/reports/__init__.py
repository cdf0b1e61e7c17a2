"""Documents for people, drawn as PDF without a window and without Qt."""
