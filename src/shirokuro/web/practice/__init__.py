"""Practice: puzzles, lessons, and what of it is done on which day."""
