"""The catalogue: what many visit files hold, in a database that can be made again from them at any time."""
