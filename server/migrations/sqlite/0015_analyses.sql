-- Analyses that visitors keep under names. A write names the version that it takes the place of.

CREATE TABLE analyses (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id TEXT NOT NULL, -- 16 hexadecimal digits, drawn by the page
    version INTEGER NOT NULL, -- from 1; each change adds 1
    name TEXT NOT NULL,
    pgn TEXT NOT NULL, -- as the rules write it, with variations, annotations and tags
    bytes INTEGER NOT NULL, -- of the PGN
    plies INTEGER NOT NULL, -- of the main line
    variations INTEGER NOT NULL, -- lines beside it
    created INTEGER NOT NULL, -- milliseconds since 1970
    changed INTEGER NOT NULL,
    PRIMARY KEY (user_id, id)
);

CREATE INDEX analyses_by_change ON analyses (user_id, changed, id);
