-- A file as the first release left it: one guest, their session, three games. Made by that release
-- (`sqlite3 ponder.sqlite .dump`); only the session's end was put far away. It is never changed.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations VALUES(1,'visitors and games','2026-11-22 06:40:35',1,X'b68b799d3b2411f80416bae80fdf0916a44ae8eac1153bc6384628c8159e1dbc750961273e871e5a6604653e3569191f',911807);
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name_norm TEXT UNIQUE, -- none: a guest
    pw_phc TEXT,
    created INTEGER NOT NULL
);
INSERT INTO users VALUES(1,NULL,NULL,1795329636891);
CREATE TABLE sessions (
    token_sha256 BLOB NOT NULL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL,
    seen INTEGER -- none: given out and never shown again
);
INSERT INTO sessions VALUES(X'a33bf43e37bf92fb31542bdea4d95d715c330ad8bbe350ca361b41c81a6b5ffa',1,9999999999999,1795329636895);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT NOT NULL UNIQUE, -- made where the game was played; sending it again changes nothing
    kind TEXT NOT NULL CHECK (kind IN ('ai', 'live', 'board')),
    white INTEGER REFERENCES users (id), -- none: the AI
    black INTEGER REFERENCES users (id),
    strategy TEXT,
    level INTEGER,
    params TEXT, -- JSON
    start_fen TEXT, -- none: the usual start position
    version INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('playing', 'finished')),
    clocks TEXT, -- JSON
    deadline INTEGER,
    result TEXT CHECK (result IN ('1-0', '0-1', '1/2-1/2')),
    reason TEXT,
    created INTEGER NOT NULL,
    CHECK ((status = 'finished') = (result IS NOT NULL))
);
INSERT INTO games VALUES(1,'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa','ai',NULL,1,'calculator',3,NULL,NULL,4,'finished',NULL,NULL,'0-1','checkmate',1795329636891);
INSERT INTO games VALUES(2,'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','ai',1,NULL,'ponder',5,NULL,NULL,4,'finished',NULL,NULL,'0-1','checkmate',1795329636897);
INSERT INTO games VALUES(3,'cccccccccccccccccccccccccccccccc','ai',1,NULL,'calculator',3,NULL,NULL,7,'finished',NULL,NULL,'1-0','checkmate',1795329636899);
CREATE TABLE moves (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL, -- from 1
    uci TEXT NOT NULL,
    clock INTEGER,
    at INTEGER,
    PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;
INSERT INTO moves VALUES(1,1,'f2f3',NULL,NULL);
INSERT INTO moves VALUES(1,2,'e7e5',NULL,NULL);
INSERT INTO moves VALUES(1,3,'g2g4',NULL,NULL);
INSERT INTO moves VALUES(1,4,'d8h4',NULL,NULL);
INSERT INTO moves VALUES(2,1,'f2f3',NULL,NULL);
INSERT INTO moves VALUES(2,2,'e7e5',NULL,NULL);
INSERT INTO moves VALUES(2,3,'g2g4',NULL,NULL);
INSERT INTO moves VALUES(2,4,'d8h4',NULL,NULL);
INSERT INTO moves VALUES(3,1,'e2e4',NULL,NULL);
INSERT INTO moves VALUES(3,2,'e7e5',NULL,NULL);
INSERT INTO moves VALUES(3,3,'d1h5',NULL,NULL);
INSERT INTO moves VALUES(3,4,'b8c6',NULL,NULL);
INSERT INTO moves VALUES(3,5,'f1c4',NULL,NULL);
INSERT INTO moves VALUES(3,6,'g8f6',NULL,NULL);
INSERT INTO moves VALUES(3,7,'h5f7',NULL,NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('users',1);
INSERT INTO sqlite_sequence VALUES('games',3);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX games_of_white ON games (white, strategy);
CREATE INDEX games_of_black ON games (black, strategy);
COMMIT;
