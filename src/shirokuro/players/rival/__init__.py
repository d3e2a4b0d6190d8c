"""The rival, an even opponent for everybody: what it thinks of its opponent, and how it steers a game."""
