"""What the model still misses, learned from the twist, and only where that is proven."""
