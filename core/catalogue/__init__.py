"""The catalogue: what many visit files hold, in a database that can be rebuilt from them at any time."""
