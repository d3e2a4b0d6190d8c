"""Who owns what: tokens, codes for a second device, one's own file, and the administrator's orders."""
