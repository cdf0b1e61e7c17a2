"""The guided procedures at work, with or without a window. No Qt."""
