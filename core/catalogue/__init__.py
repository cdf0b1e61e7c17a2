"""The catalogue: what many visit files hold, in a database that can be made anew from them at any time."""
