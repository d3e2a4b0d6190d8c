"""The server's SQLite file: tables, the single writer, backup and clean-up."""
