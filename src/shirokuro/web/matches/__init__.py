"""Matches between two players that people watch, and the laboratory's games."""
