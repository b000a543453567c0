-- What whoever runs the site has decided against somebody, and the orders by which they did.

CREATE TABLE bans (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    network TEXT UNIQUE, -- addresses, as in 192.0.2.0/24
    user_id INTEGER UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    until INTEGER, -- none: for good
    created INTEGER NOT NULL,
    CHECK ((network IS NULL) <> (user_id IS NULL))
);

CREATE TABLE moderation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    asked INTEGER NOT NULL,
    action TEXT NOT NULL
        CHECK (action IN ('ban', 'unban', 'remove share', 'remove account', 'remove challenge')),
    target TEXT NOT NULL, -- an address, a network, a name or a link, as it was typed
    until INTEGER, -- of a ban; none: for good
    reason TEXT,
    done INTEGER, -- none: the server has not come to it yet
    outcome TEXT,
    CHECK ((done IS NULL) = (outcome IS NULL))
);

CREATE INDEX moderation_open ON moderation (id) WHERE done IS NULL;
