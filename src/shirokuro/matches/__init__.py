"""Games, matches and what they show."""
