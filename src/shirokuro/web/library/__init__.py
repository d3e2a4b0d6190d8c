"""Texts and files of games, read in and written out."""
