"""The library: games of many sources in one file, searched by player, year, place, result and position."""
