"""Openings: their names, their tree, drills, and the level ones that matches begin with."""
