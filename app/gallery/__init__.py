"""Every page as a picture by one command, measured: no text cut, nothing on top of anything."""
