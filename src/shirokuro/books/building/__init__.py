"""Building books: which positions, their searches on all cores, and a store that survives being killed."""
