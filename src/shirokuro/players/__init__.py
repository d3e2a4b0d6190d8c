"""Players: one file each, all of them in one registry."""
