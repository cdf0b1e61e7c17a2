"""How an arm, its way and its surroundings are drawn: shapes, what hides what, light; no Qt."""
