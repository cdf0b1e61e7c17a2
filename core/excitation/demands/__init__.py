"""Feasibility of what is demanded of a plan, and feasible first motions for the search."""
