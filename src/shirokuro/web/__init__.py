"""The page's server: games, analysis and records over HTTP and a WebSocket; needs the extra `web`."""
