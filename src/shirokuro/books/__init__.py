"""Opening books: their files, their text, and building them."""
