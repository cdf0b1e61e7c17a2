"""How results look on paper."""
