"""The value of positions and moves: analysis, reviews, reasons and drills."""
