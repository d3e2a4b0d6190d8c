"""The interface, one file a subject."""
