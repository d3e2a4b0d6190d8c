"""Shirokuro as an engine in other programs: servers for NBoard and for GTP, on standard input and output."""
