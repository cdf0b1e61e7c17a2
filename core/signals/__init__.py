"""Processing of logged samples into uniform, filtered and differentiated signals."""
