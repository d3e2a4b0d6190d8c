"""Shares, ratios and their intervals, and numbers as people read them."""
