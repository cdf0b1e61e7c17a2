"""Parts of the window that show any result and know no feature."""
