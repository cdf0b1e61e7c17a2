"""Bytes in, bytes out, with deadlines: the only users of ports and sockets."""
