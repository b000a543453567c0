-- Games between people, and games that have an address. What a game's row may say changes, which
-- SQLite can't do in place, so both tables are made anew.

CREATE TABLE games_4 (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT NOT NULL UNIQUE, -- made where the game was asked for or played; sending it again changes nothing
    link TEXT UNIQUE, -- its name in addresses; none: it has no address
    kind TEXT NOT NULL CHECK (kind IN ('ai', 'live', 'board')),
    owner INTEGER REFERENCES users (id), -- who shares it, where it is shared
    white INTEGER REFERENCES users (id), -- none: the AI, nobody yet, or nobody any more
    black INTEGER REFERENCES users (id),
    strategy TEXT, -- of the AI, if one plays
    level INTEGER,
    start_fen TEXT, -- none: the usual start position
    base_s INTEGER, -- none: without clocks
    increment_s INTEGER,
    bottom TEXT CHECK (bottom IN ('white', 'black')), -- the colour below where it was played; none: the player's own
    players TEXT, -- JSON: who played a shared game
    pgn TEXT, -- of a shared analysis: its variations and comments
    listed INTEGER NOT NULL DEFAULT 0, -- whether the lobby shows it while it is open
    version INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'finished', 'aborted')),
    state TEXT, -- JSON: the clocks and offers of a live game
    next TEXT, -- the link of the game that followed
    result TEXT CHECK (result IN ('1-0', '0-1', '1/2-1/2')),
    reason TEXT,
    created INTEGER NOT NULL,
    CHECK ((status = 'finished') = (result IS NOT NULL)),
    CHECK ((base_s IS NULL) = (increment_s IS NULL))
);

INSERT INTO games_4 (id, client_id, kind, white, black, strategy, level, start_fen, version, status,
    result, reason, created)
SELECT id, client_id, kind, white, black, strategy, level, start_fen, version, status,
    result, reason, created
FROM games;

CREATE TABLE moves_4 (
    game_id INTEGER NOT NULL REFERENCES games_4 (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL, -- from 1
    uci TEXT NOT NULL,
    clock INTEGER, -- what whoever made it had left after it, milliseconds
    at INTEGER,
    PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;

INSERT INTO moves_4 (game_id, ply, uci, clock, at) SELECT game_id, ply, uci, clock, at FROM moves;

DROP TABLE moves;
DROP TABLE games;
ALTER TABLE games_4 RENAME TO games;
ALTER TABLE moves_4 RENAME TO moves;

CREATE INDEX games_of_white ON games (white);
CREATE INDEX games_of_black ON games (black);
CREATE INDEX games_of_owner ON games (owner);
CREATE INDEX games_with_clocks ON games (id)
    WHERE kind = 'live' AND status = 'playing' AND base_s IS NOT NULL;
CREATE INDEX games_unplayed ON games (created) WHERE status IN ('open', 'aborted');
