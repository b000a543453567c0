-- Exercises of visitors, and what the visitors did with them. A visitor's rows of both tables have numbers, in
-- the order in which they came: devices ask for those after the last that they know.

CREATE TABLE exercise_logs (
    user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tag INTEGER NOT NULL, -- random: part of a device's cursor, so that one of another visitor is found out
    last_seq INTEGER NOT NULL, -- the last number that a row was given
    exercises INTEGER NOT NULL, -- how many there are
    answers INTEGER NOT NULL
);

CREATE TABLE exercises (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id INTEGER NOT NULL, -- the position's key, its bits as a signed number
    text TEXT NOT NULL, -- as the engine encodes it
    added_at INTEGER NOT NULL, -- milliseconds since 1970, by the device's clock
    seq INTEGER NOT NULL, -- a new one when an earlier exercise takes its place
    PRIMARY KEY (user_id, id)
);

CREATE UNIQUE INDEX exercises_in_order ON exercises (user_id, seq);

CREATE TABLE exercise_answers (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    exercise INTEGER NOT NULL, -- its id; the exercise may come later
    at INTEGER NOT NULL, -- milliseconds since 1970, by the device's clock
    grade TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (user_id, exercise, at)
) WITHOUT ROWID;

CREATE UNIQUE INDEX exercise_answers_in_order ON exercise_answers (user_id, seq);
