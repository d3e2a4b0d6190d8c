"""What people read, in English and in Japanese."""
