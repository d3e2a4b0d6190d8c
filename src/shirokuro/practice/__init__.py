"""What a player practises: puzzles with one clear best move, and lessons."""
