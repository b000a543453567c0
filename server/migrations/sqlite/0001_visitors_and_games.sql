-- Times are milliseconds since 1970. Forward only: a later file changes this, never this file.

CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name_norm TEXT UNIQUE, -- none: a guest
    pw_phc TEXT,
    created INTEGER NOT NULL
);

CREATE TABLE sessions (
    token_sha256 BLOB NOT NULL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL,
    seen INTEGER -- none: given out and never shown again
);

CREATE INDEX sessions_of_user ON sessions (user_id);

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT NOT NULL UNIQUE, -- made where the game was played; sending it again changes nothing
    kind TEXT NOT NULL CHECK (kind IN ('ai', 'live', 'board')),
    white INTEGER REFERENCES users (id), -- none: the AI
    black INTEGER REFERENCES users (id),
    strategy TEXT,
    level INTEGER,
    params TEXT, -- JSON
    start_fen TEXT, -- none: the usual start position
    version INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('playing', 'finished')),
    clocks TEXT, -- JSON
    deadline INTEGER,
    result TEXT CHECK (result IN ('1-0', '0-1', '1/2-1/2')),
    reason TEXT,
    created INTEGER NOT NULL,
    CHECK ((status = 'finished') = (result IS NOT NULL))
);

CREATE INDEX games_of_white ON games (white, strategy);
CREATE INDEX games_of_black ON games (black, strategy);

CREATE TABLE moves (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL, -- from 1
    uci TEXT NOT NULL,
    clock INTEGER,
    at INTEGER,
    PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;
