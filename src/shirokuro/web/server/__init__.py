"""What stands between a browser and the routes: connections, the guard, the socket, files of the page."""
