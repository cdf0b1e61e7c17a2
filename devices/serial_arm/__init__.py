"""An arm with an open controller on a serial port: which port it is, and the driver on it."""
