"""Engines of other people as players: a program, a protocol, and limits of its own."""
