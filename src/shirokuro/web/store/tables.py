"""The tables of the server's store, and the migrations from earlier versions."""

from __future__ import annotations

from shirokuro.storage.sqlite_file import StoreKind

TABLES = """
CREATE TABLE IF NOT EXISTS owner (
    id TEXT PRIMARY KEY, made REAL NOT NULL, asked REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS game (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, board TEXT NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
    clock TEXT, seed INTEGER NOT NULL, state TEXT NOT NULL, turn_began REAL NOT NULL, moves INTEGER NOT NULL,
    result TEXT NOT NULL, opening_en TEXT NOT NULL, opening_ja TEXT NOT NULL, revision INTEGER NOT NULL,
    started REAL NOT NULL, updated REAL NOT NULL, winner TEXT NOT NULL DEFAULT '',
    words TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS game_of_owner ON game (owner, updated DESC);
CREATE TABLE IF NOT EXISTS drill (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, board TEXT NOT NULL, line TEXT NOT NULL, move TEXT NOT NULL,
    best TEXT NOT NULL, loss INTEGER NOT NULL, right INTEGER NOT NULL, due REAL NOT NULL, made REAL NOT NULL,
    is_kept INTEGER NOT NULL, UNIQUE (owner, board, line, move)
);
CREATE INDEX IF NOT EXISTS drill_of_owner ON drill (owner, due);
CREATE TABLE IF NOT EXISTS played_match (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, board TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    games INTEGER NOT NULL, seed INTEGER NOT NULL, pace REAL, state TEXT NOT NULL, started REAL NOT NULL,
    updated REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS match_of_owner ON played_match (owner, started DESC);
CREATE TABLE IF NOT EXISTS match_game (
    match TEXT NOT NULL, number INTEGER NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL, margin REAL,
    black INTEGER NOT NULL, white INTEGER NOT NULL, moves INTEGER NOT NULL, PRIMARY KEY (match, number)
);
CREATE INDEX IF NOT EXISTS match_of_game ON match_game (game);
CREATE INDEX IF NOT EXISTS match_game_of_owner ON match_game (owner);
CREATE TABLE IF NOT EXISTS rival_memory (
    owner TEXT NOT NULL, name TEXT NOT NULL, memory TEXT NOT NULL, PRIMARY KEY (owner, name)
);
CREATE TABLE IF NOT EXISTS rival_game (
    game TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, memory TEXT NOT NULL,
    standing TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS rival_game_of_owner ON rival_game (owner, standing);
CREATE TABLE IF NOT EXISTS seat (
    game TEXT NOT NULL, owner TEXT NOT NULL, side TEXT NOT NULL, name TEXT NOT NULL, offer TEXT NOT NULL,
    next TEXT NOT NULL, watched TEXT NOT NULL, PRIMARY KEY (game, side), UNIQUE (game, owner)
);
CREATE INDEX IF NOT EXISTS seat_of_owner ON seat (owner);
CREATE INDEX IF NOT EXISTS seat_watched ON seat (watched);
CREATE TABLE IF NOT EXISTS invitation (
    digest TEXT PRIMARY KEY, owner TEXT NOT NULL, game TEXT NOT NULL, side TEXT NOT NULL,
    taken INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS invitation_of_owner ON invitation (owner);
CREATE INDEX IF NOT EXISTS invitation_of_game ON invitation (game);
CREATE TABLE IF NOT EXISTS practice_day (
    owner TEXT NOT NULL, day TEXT NOT NULL, answered INTEGER NOT NULL, right INTEGER NOT NULL,
    PRIMARY KEY (owner, day)
);
CREATE TABLE IF NOT EXISTS practice_answer (
    owner TEXT NOT NULL, line TEXT NOT NULL, is_right INTEGER NOT NULL, answered REAL NOT NULL,
    PRIMARY KEY (owner, line)
);
CREATE TABLE IF NOT EXISTS learned_position (
    owner TEXT NOT NULL, lesson TEXT NOT NULL, position INTEGER NOT NULL,
    PRIMARY KEY (owner, lesson, position)
);
CREATE TABLE IF NOT EXISTS measured_game (
    owner TEXT NOT NULL, game TEXT NOT NULL, ended REAL NOT NULL, moves INTEGER NOT NULL,
    lost INTEGER NOT NULL, evidence TEXT NOT NULL, PRIMARY KEY (owner, game)
);
"""
_FROM_1 = """
ALTER TABLE game ADD COLUMN winner TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN words TEXT NOT NULL DEFAULT '';
UPDATE game
    SET words = lower(board || ' ' || black || ' ' || white || ' ' || opening_en || ' ' || opening_ja);
"""
"""From version 1."""
_FROM_2 = """
UPDATE game SET winner = CASE
    WHEN result LIKE 'black %' THEN 'white'
    WHEN result LIKE 'white %' THEN 'black'
    WHEN CAST(result AS INTEGER) > CAST(substr(result, instr(result, '-') + 1) AS INTEGER) THEN 'black'
    WHEN CAST(result AS INTEGER) < CAST(substr(result, instr(result, '-') + 1) AS INTEGER) THEN 'white'
    ELSE 'nobody' END
    WHERE result != '' AND winner = '';
"""
"""From version 2, where games from version 1 lack a winner. Results are `40-24`, `white resigned`."""
_FROM_3 = "ALTER TABLE owner ADD COLUMN asked REAL NOT NULL DEFAULT 0"
"""From version 3, which did not store the last request of an owner."""

KIND = StoreKind(
    "store of a server",
    0,
    4,
    TABLES,
    {1: _FROM_1, 2: _FROM_2, 3: _FROM_3},
    settings=("synchronous = FULL", "secure_delete = ON"),
    advice="; put a backup in its place, or save what can be read with "
    "`sqlite3 {path} .recover | sqlite3 {rescued}` and start with --file {rescued}",
)
