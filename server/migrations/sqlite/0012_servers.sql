-- Servers that run on the store at the same time, and which players are connected to which of them. Where the
-- store is a file, its one server writes no such rows.
CREATE TABLE servers (
    id TEXT NOT NULL PRIMARY KEY, -- drawn by lot when it starts
    seen INTEGER NOT NULL, -- when it was last heard of, milliseconds of game time
    gone INTEGER NOT NULL DEFAULT 0 -- whether it has said that it ends
);

CREATE TABLE seats (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side TEXT NOT NULL CHECK (side IN ('white', 'black')),
    server TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    left_at INTEGER, -- when the player's last connection there ended, game time; NULL while there is one
    goodbye INTEGER NOT NULL DEFAULT 0, -- whether the player said so
    PRIMARY KEY (game_id, side, server)
);

CREATE INDEX seats_of_server ON seats (server);
