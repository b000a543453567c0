-- Networks that visitors have uploaded: each file once, whoever has it.

CREATE TABLE networks (
    id TEXT PRIMARY KEY, -- the first 128 bits of the file's SHA-256, hexadecimal
    file BLOB NOT NULL,
    created INTEGER NOT NULL
);

CREATE TABLE network_owners (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    network TEXT NOT NULL REFERENCES networks (id) ON DELETE CASCADE,
    card TEXT, -- how it was raised, JSON; none: a program has uploaded it
    created INTEGER NOT NULL,
    PRIMARY KEY (user_id, network)
) WITHOUT ROWID;

CREATE INDEX owners_of_network ON network_owners (network);
