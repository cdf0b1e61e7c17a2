"""From logged samples to clean, uniform, differentiated signals."""
