-- What these mean is said in SQLite's migration of the same number.
CREATE TABLE analyses (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    pgn TEXT COLLATE "C" NOT NULL,
    bytes BIGINT NOT NULL,
    plies BIGINT NOT NULL,
    variations BIGINT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);

CREATE INDEX analyses_by_change ON analyses (user_id, changed, id);
