"""The design tokens, and the theme that they make in Qt."""
