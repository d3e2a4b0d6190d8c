"""Games between two people at two browsers: invitations, seats, offers, spectators."""
