"""The open serial protocol: pure bytes to messages and back, no port anywhere."""
