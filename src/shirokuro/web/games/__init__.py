"""Games on the page: players, games in memory, routes."""
