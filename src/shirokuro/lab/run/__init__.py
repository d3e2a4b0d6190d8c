"""Plans, the store of what was played, and the runner that does what is missing."""
