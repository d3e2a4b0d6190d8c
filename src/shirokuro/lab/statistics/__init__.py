"""Proportions, ratios and their intervals, and the rounding of numbers."""
