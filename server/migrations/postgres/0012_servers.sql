-- What these mean is said in SQLite's migration of the same number.
CREATE TABLE servers (
    id TEXT COLLATE "C" PRIMARY KEY,
    seen BIGINT NOT NULL,
    gone BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE TABLE seats (
    game_id BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side TEXT COLLATE "C" NOT NULL CHECK (side IN ('white', 'black')),
    server TEXT COLLATE "C" NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    left_at BIGINT,
    goodbye BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (game_id, side, server)
);

CREATE INDEX seats_of_server ON seats (server);
