"""The server of the page: games, analysis and records over HTTP and a WebSocket. Needs the extra `web`."""
