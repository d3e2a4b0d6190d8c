"""The tree of openings, and opening drills."""
