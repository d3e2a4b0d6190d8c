"""What the moves of a game were worth, and why, in words."""
