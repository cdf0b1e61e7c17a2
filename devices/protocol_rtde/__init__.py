"""RTDE, the Real-Time Data Exchange of Universal Robots: bytes to messages and back. Opens nothing."""
