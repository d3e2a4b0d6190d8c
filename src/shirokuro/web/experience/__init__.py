"""What engines learned from an owner's games."""
