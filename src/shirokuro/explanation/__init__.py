"""The value of each move of a game, and why it lost, in words."""
