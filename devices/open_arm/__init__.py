"""The driver for every arm that speaks the open protocol, over any transport."""
