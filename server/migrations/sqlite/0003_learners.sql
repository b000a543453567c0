-- What learners know: for each user a table that follows from the user's deeds, games mostly, in
-- the order in which they came.

CREATE TABLE learners (
    user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tag TEXT NOT NULL UNIQUE, -- 32 hexadecimal digits, by which devices know whose copy they have
    revision INTEGER NOT NULL, -- the number of deeds
    states INTEGER NOT NULL, -- positions that it knows
    forgotten INTEGER NOT NULL, -- positions that had to make room
    endings TEXT NOT NULL -- w, d or l for each game, in the order of learning
);

CREATE TABLE q_values (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state INTEGER NOT NULL, -- the position's key, its bits as a signed number
    action TEXT NOT NULL, -- UCI
    q INTEGER NOT NULL, -- millionths
    visits INTEGER NOT NULL,
    PRIMARY KEY (user_id, state, action)
) WITHOUT ROWID;

-- A deed counts once.
CREATE TABLE learn_log (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    deed TEXT NOT NULL, -- 32 hexadecimal digits
    seq INTEGER, -- the revision that it made; none: a game that an imported table had learnt
    lesson TEXT, -- the game, JSON; none: it is no longer in the table by itself
    PRIMARY KEY (user_id, deed)
) WITHOUT ROWID;
