"""The language of Franka controllers (FCI): commands over TCP, states over UDP. Bytes in, values out."""
