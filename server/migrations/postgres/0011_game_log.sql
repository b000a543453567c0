-- What these mean is said in SQLite's migration of the same number.
CREATE TABLE game_time (
    key BIGINT PRIMARY KEY CHECK (key = 1),
    at BIGINT NOT NULL,
    stood BIGINT NOT NULL
);

ALTER TABLE games ADD COLUMN deadline BIGINT;

UPDATE games SET deadline = 0 WHERE kind = 'live' AND status = 'playing' AND base_s IS NOT NULL;

CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;

DROP INDEX games_with_clocks;

CREATE TABLE live_events (
    game_id BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    event TEXT,
    clocks TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (game_id, version)
);
