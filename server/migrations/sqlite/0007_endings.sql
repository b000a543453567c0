-- What visitors have solved of the course of endings.

CREATE TABLE endings (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    lesson TEXT NOT NULL,
    moves INTEGER, -- none: with help
    PRIMARY KEY (user_id, lesson)
) WITHOUT ROWID;
