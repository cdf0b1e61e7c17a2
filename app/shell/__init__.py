"""The window around the pages: start screen, STOP, settings, help, and steps that follow by themselves."""
