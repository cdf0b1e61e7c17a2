"""How far, how fast and how hard a motion may go, and how far it does."""
