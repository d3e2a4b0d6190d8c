"""Experience: games that were learned from, their values backed up, and the file that keeps them."""
