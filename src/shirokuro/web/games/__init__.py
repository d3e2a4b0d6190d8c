"""Games of people on the page: who can play, the game in memory, its routes."""
