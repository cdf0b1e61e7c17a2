"""The language of moteus drives: frames of registers, and the text lines of the fdcanusb adapter. Pure."""
