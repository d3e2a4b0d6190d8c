"""Squares, colours and boards as plain values, their geometry and their pictures."""
