"""How data are kept in files: SQLite files of one kind, and locks that end with whoever holds them."""
