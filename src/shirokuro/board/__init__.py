"""A position, the board on which a game is played, and the record of a game."""
