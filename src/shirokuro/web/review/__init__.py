"""What positions and moves are worth: analysis, reviews, reasons and drills."""
