-- What a server has changed of accounts and bans, for the servers that run on the store. Where the store is
-- a file, its one server writes no such rows.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL, -- by the database's clock; it is kept for a day
    server TEXT NOT NULL, -- who has changed it
    what TEXT NOT NULL -- JSON
);

CREATE INDEX announcements_at ON announcements (at);

-- The server that carries the order out, and since when, by the database's clock: two do not do it at once.
ALTER TABLE moderation ADD COLUMN server TEXT;
ALTER TABLE moderation ADD COLUMN taken INTEGER;
