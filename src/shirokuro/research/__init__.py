"""Boards as researchers' tools know them: environments, arrays of games, data sets.

Needs the extra `research`. The plain package loads nothing of it, and each module only what it serves.
"""
