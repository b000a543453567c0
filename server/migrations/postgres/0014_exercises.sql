-- What these mean is said in SQLite's migration of the same number.
CREATE TABLE exercise_logs (
    user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tag BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    exercises BIGINT NOT NULL,
    answers BIGINT NOT NULL
);

CREATE TABLE exercises (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    added_at BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
);

CREATE UNIQUE INDEX exercises_in_order ON exercises (user_id, seq);

CREATE TABLE exercise_answers (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    exercise BIGINT NOT NULL,
    at BIGINT NOT NULL,
    grade TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (user_id, exercise, at)
);

CREATE UNIQUE INDEX exercise_answers_in_order ON exercise_answers (user_id, seq);
