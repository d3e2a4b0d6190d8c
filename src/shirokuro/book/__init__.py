"""Openings: where games begin."""
