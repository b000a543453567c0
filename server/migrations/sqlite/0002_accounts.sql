-- Names. A guest has none of these; somebody with a name has all of them.
ALTER TABLE users ADD COLUMN name TEXT; -- as it is shown; name_norm is the same for any case
ALTER TABLE users ADD COLUMN name_seen TEXT; -- the same for names that look alike as they are written
ALTER TABLE users ADD COLUMN named INTEGER; -- when the name was chosen
ALTER TABLE users ADD COLUMN recovery_sha256 BLOB;

CREATE UNIQUE INDEX users_by_look ON users (name_seen);

ALTER TABLE sessions ADD COLUMN created INTEGER; -- none: before there were accounts

CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key_sha256 BLOB NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER -- none: never
);

CREATE INDEX api_keys_of_user ON api_keys (user_id);
