"""Everything between a browser and the routes: connections, the guard, the socket and the page's files."""
