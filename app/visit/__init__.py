"""The open visit: its file, what was chosen, and which result was made from what."""
