"""The server's one SQLite file: how it is opened, written by one thread, copied and tidied."""
