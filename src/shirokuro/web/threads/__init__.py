"""Where slow work runs beside the event loop, and whose is next."""
