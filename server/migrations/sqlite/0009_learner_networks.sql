-- A learner's second memory: a network that learns from the same games.

CREATE TABLE learner_networks (
    user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    base TEXT NOT NULL, -- the network that it was: the first 128 bits of its file's SHA-256, hexadecimal
    weights BLOB NOT NULL, -- its file, or that of a later state
    folded INTEGER NOT NULL -- the learner's revision up to which the weights have learnt
);

-- The revision at which the table was replaced last: later games alone are in it.
ALTER TABLE learners ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0;

-- The games that a network has yet to learn.
CREATE INDEX lessons_in_order ON learn_log (user_id, seq) WHERE lesson IS NOT NULL;
