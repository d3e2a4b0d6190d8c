"""What rivals remember of people, and what they say of a game."""
