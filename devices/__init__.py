"""The only rooms with ports: controllers, transports, acquisition. Knows no Qt."""
