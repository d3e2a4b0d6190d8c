"""Owners: tokens, codes for a second device, export and import, and the administrator's orders."""
