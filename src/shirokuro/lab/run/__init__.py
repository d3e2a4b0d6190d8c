"""Plans, the store of results, and the runner that does what is missing."""
