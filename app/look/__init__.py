"""The design tokens, and the Qt theme that is made from them."""
