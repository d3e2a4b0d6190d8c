"""The engine and all else that the core computes, as Python values."""
