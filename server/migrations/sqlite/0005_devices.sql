-- Browsers in which an account's password or recovery code was right before. Their attempts to sign
-- in are counted by the device, so that whoever attacks the name from elsewhere cannot keep them out.
CREATE TABLE devices (
    token_sha256 BLOB NOT NULL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL, -- when the account was last entered or left there
    expires INTEGER NOT NULL
);

CREATE INDEX devices_of_user ON devices (user_id);
