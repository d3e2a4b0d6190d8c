"""Reads games from texts and files, and writes them."""
