"""One connected arm, and what every procedure shares. Pages see it through signals."""
