"""Data in files: SQLite files that are all opened in one way, and locks that end with their process."""
