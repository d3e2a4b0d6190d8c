"""What engines learned from the games of an owner."""
