-- Live games go by game time: the database's clock without the times in which nobody could write to it. It
-- counts for all servers of a store.
CREATE TABLE game_time (
    key INTEGER PRIMARY KEY CHECK (key = 1),
    at INTEGER NOT NULL, -- when a server was last heard of, milliseconds since 1970
    stood INTEGER NOT NULL -- game time is `at` without these milliseconds
);

-- When time alone ends the game, milliseconds of game time; NULL while no time runs.
ALTER TABLE games ADD COLUMN deadline INTEGER;

-- Games with clocks that are under way: they are looked at at once, and get theirs then.
UPDATE games SET deadline = 0 WHERE kind = 'live' AND status = 'playing' AND base_s IS NOT NULL;

CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;

-- Nothing is looked up by it any more.
DROP INDEX games_with_clocks;

-- What has happened in live games, so that somebody who was away for a moment gets what they have missed.
-- That of a game that is over is deleted after a day.
CREATE TABLE live_events (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version INTEGER NOT NULL, -- the game's after it
    event TEXT, -- as JSON; NULL where a player came, who is in no event
    clocks TEXT, -- after it, as JSON; NULL without clocks
    at INTEGER NOT NULL, -- milliseconds since 1970
    PRIMARY KEY (game_id, version)
) WITHOUT ROWID;
