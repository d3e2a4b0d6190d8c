"""Parameters of players, settings and servers as data."""
