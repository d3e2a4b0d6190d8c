"""The laboratory: studies of players and searches, the store of their games, and their reports."""
