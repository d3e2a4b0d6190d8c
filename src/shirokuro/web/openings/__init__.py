"""The tree of openings and drills in it."""
