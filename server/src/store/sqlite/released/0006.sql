-- A file as the sixth migration's program left it, grown out of 0001.sql: the guest has become Ann, with
-- a learner, an API key, a device, a challenge, a game against a mind and a shared one. Made by that
-- program (`sqlite3 ponder.sqlite .dump`); only the session is 0001.sql's. It is never changed.
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
INSERT INTO _sqlx_migrations VALUES(2,'accounts','2026-11-23 23:19:05',1,X'308567eeedbba92cbd8eb7e64ce9e6d0d578c90bac4af6cd2e9a7478b374739356cc7144058b442eff5b47963c8e10b3',1555196);
INSERT INTO _sqlx_migrations VALUES(3,'learners','2026-11-23 23:19:05',1,X'428033ba89a442f5e2353b681730b67822d6639add6a6b8d2508d0f7b12396d33d4582b15a36cfbb7857bf0936af9576',8673758);
INSERT INTO _sqlx_migrations VALUES(4,'links','2026-11-23 23:19:05',1,X'fdbbf4f9e1a09e3bee67f5cdc465b0a271c940fcb83f0255d9d353c642d1750009ab5b7d390dc444ce6666b44e62fc71',2448160);
INSERT INTO _sqlx_migrations VALUES(5,'devices','2026-11-23 23:19:05',1,X'a4058e1ca3a549ec798aee9f1f9cb303903a772beaba4a4d22a7c774c48d2cfedd464795ff6368b314e122ccd217f6cd',520540);
INSERT INTO _sqlx_migrations VALUES(6,'moderation','2026-11-23 23:19:05',1,X'ace7546b377609545acbeb02bb904396c8e04b11b24ed15f072b3f7963ac07e32711387876cf03674c509630a6272a39',586292);
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name_norm TEXT UNIQUE, -- none: a guest
    pw_phc TEXT,
    created INTEGER NOT NULL
, name TEXT, name_seen TEXT, named INTEGER, recovery_sha256 BLOB);
INSERT INTO users VALUES(1,'ann','$argon2id$v=19$m=19456,t=2,p=1$dQNKdLApv5L5xhCLJD9IoA$VclMe/OG6zHXxxCytS87gA9A/ZXAlwq1KgzWv70lwQc',1795329636891,'Ann','ann',1795475947484,X'ccbeb21338090fadc2be6126b7d16bbe744dcdeaa33424029cc8295fbc6d9918');
CREATE TABLE sessions (
    token_sha256 BLOB NOT NULL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL,
    seen INTEGER -- none: given out and never shown again
, created INTEGER);
INSERT INTO sessions VALUES(X'a33bf43e37bf92fb31542bdea4d95d715c330ad8bbe350ca361b41c81a6b5ffa',1,9999999999999,1795475947501,1795475947485);
CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key_sha256 BLOB NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER -- none: never
);
INSERT INTO api_keys VALUES(1,X'947a352a7cbf8864c4ad7190e34c64143b91affe4c1260725ae2f77ca1807acf',1,'laptop',1795475947556,NULL);
CREATE TABLE learners (
    user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tag TEXT NOT NULL UNIQUE, -- 32 hexadecimal digits, by which devices know whose copy they have
    revision INTEGER NOT NULL, -- the number of deeds
    states INTEGER NOT NULL, -- positions that it knows
    forgotten INTEGER NOT NULL, -- positions that had to make room
    endings TEXT NOT NULL -- w, d or l for each game, in the order of learning
);
INSERT INTO learners VALUES(1,'f8dfc1c085a8a850c4a453f94e689dc0',1,2,0,'w');
CREATE TABLE q_values (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state INTEGER NOT NULL, -- the position's key, its bits as a signed number
    action TEXT NOT NULL, -- UCI
    q INTEGER NOT NULL, -- millionths
    visits INTEGER NOT NULL,
    PRIMARY KEY (user_id, state, action)
) WITHOUT ROWID;
INSERT INTO q_values VALUES(1,-6576707692586745979,'e7e5',28500,1);
INSERT INTO q_values VALUES(1,-3358710617905861140,'d8h4',30000,1);
CREATE TABLE learn_log (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    deed TEXT NOT NULL, -- 32 hexadecimal digits
    seq INTEGER, -- the revision that it made; none: a game that an imported table had learnt
    lesson TEXT, -- the game, JSON; none: it is no longer in the table by itself
    PRIMARY KEY (user_id, deed)
) WITHOUT ROWID;
INSERT INTO learn_log VALUES(1,'0123456789abcdef0123456789abcdef',1,'{"id":"0123456789abcdef0123456789abcdef","start_fen":null,"moves":["f2f3","e7e5","g2g4","d8h4"],"winner":"black","sides":["black"],"how":{"on":true,"guard":true,"rule":"discounted-return","rate":3,"discount":95,"epsilon":10}}');
CREATE TABLE IF NOT EXISTS "games" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    client_id TEXT NOT NULL UNIQUE, -- made where the game was asked for or played; sending it again changes nothing
    link TEXT UNIQUE, -- its name in addresses; none: it has no address
    kind TEXT NOT NULL CHECK (kind IN ('ai', 'live', 'board')),
    owner INTEGER REFERENCES users (id), -- who shares it, where it is shared
    white INTEGER REFERENCES users (id), -- none: the AI, nobody yet, or nobody any more
    black INTEGER REFERENCES users (id),
    strategy TEXT, -- of the AI, if one plays
    level INTEGER,
    start_fen TEXT, -- none: the usual start position
    base_s INTEGER, -- none: without clocks
    increment_s INTEGER,
    bottom TEXT CHECK (bottom IN ('white', 'black')), -- the colour below where it was played; none: the player's own
    players TEXT, -- JSON: who played a shared game
    pgn TEXT, -- of a shared analysis: its variations and comments
    listed INTEGER NOT NULL DEFAULT 0, -- whether the lobby shows it while it is open
    version INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('open', 'playing', 'finished', 'aborted')),
    state TEXT, -- JSON: the clocks and offers of a live game
    next TEXT, -- the link of the game that followed
    result TEXT CHECK (result IN ('1-0', '0-1', '1/2-1/2')),
    reason TEXT,
    created INTEGER NOT NULL,
    CHECK ((status = 'finished') = (result IS NOT NULL)),
    CHECK ((base_s IS NULL) = (increment_s IS NULL))
);
INSERT INTO games VALUES(1,'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',NULL,'ai',NULL,NULL,1,'calculator',3,NULL,NULL,NULL,NULL,NULL,NULL,0,4,'finished',NULL,NULL,'0-1','checkmate',1795329636891);
INSERT INTO games VALUES(2,'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',NULL,'ai',NULL,1,NULL,'ponder',5,NULL,NULL,NULL,NULL,NULL,NULL,0,4,'finished',NULL,NULL,'0-1','checkmate',1795329636897);
INSERT INTO games VALUES(3,'cccccccccccccccccccccccccccccccc',NULL,'ai',NULL,1,NULL,'calculator',3,NULL,NULL,NULL,NULL,NULL,NULL,0,7,'finished',NULL,NULL,'1-0','checkmate',1795329636899);
INSERT INTO games VALUES(4,'00000000000000000000000000000001','SJgzxeHuMCWu','live',1,1,NULL,NULL,NULL,NULL,180,2,NULL,NULL,NULL,1,0,'open','{"clock":{"left":[180000,180000],"quota":[2000,2000]},"offers":{}}',NULL,NULL,NULL,1795475947237);
INSERT INTO games VALUES(5,'00000000000000000000000000000002','b2ue8BniuN61','live',1,1,NULL,'calculator',3,NULL,NULL,NULL,NULL,NULL,NULL,0,0,'playing','{"clock":null,"offers":{}}',NULL,NULL,NULL,1795475947240);
INSERT INTO games VALUES(6,'share-00000000000000000000000000000003','XmL1uj9zYDdA','board',1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'white','{"white":null,"black":{"player":"mind","strategy":"ponder","level":3}}',NULL,0,1,'finished',NULL,NULL,'1-0','resignation',1795475947252);
CREATE TABLE IF NOT EXISTS "moves" (
    game_id INTEGER NOT NULL REFERENCES "games" (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL, -- from 1
    uci TEXT NOT NULL,
    clock INTEGER, -- what whoever made it had left after it, milliseconds
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
INSERT INTO moves VALUES(6,1,'e2e4',NULL,NULL);
INSERT INTO moves VALUES(6,2,'e7e5',NULL,NULL);
CREATE TABLE devices (
    token_sha256 BLOB NOT NULL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL, -- when the account was last entered or left there
    expires INTEGER NOT NULL
);
INSERT INTO devices VALUES(X'ef3f49e4ed65f5d87cb23da4e6855bc8578911ca329beaae3333c55434f35a8f',1,1795475947492,1795475947492,1830035947492);
CREATE TABLE bans (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    network TEXT UNIQUE, -- addresses, as in 192.0.2.0/24
    user_id INTEGER UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    until INTEGER, -- none: for good
    created INTEGER NOT NULL,
    CHECK ((network IS NULL) <> (user_id IS NULL))
);
CREATE TABLE moderation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    asked INTEGER NOT NULL,
    action TEXT NOT NULL
        CHECK (action IN ('ban', 'unban', 'remove share', 'remove account', 'remove challenge')),
    target TEXT NOT NULL, -- an address, a network, a name or a link, as it was typed
    until INTEGER, -- of a ban; none: for good
    reason TEXT,
    done INTEGER, -- none: the server has not come to it yet
    outcome TEXT,
    CHECK ((done IS NULL) = (outcome IS NULL))
);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('users',1);
INSERT INTO sqlite_sequence VALUES('games',6);
INSERT INTO sqlite_sequence VALUES('api_keys',1);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE UNIQUE INDEX users_by_look ON users (name_seen);
CREATE INDEX api_keys_of_user ON api_keys (user_id);
CREATE INDEX games_of_white ON games (white);
CREATE INDEX games_of_black ON games (black);
CREATE INDEX games_of_owner ON games (owner);
CREATE INDEX games_with_clocks ON games (id)
    WHERE kind = 'live' AND status = 'playing' AND base_s IS NOT NULL;
CREATE INDEX games_unplayed ON games (created) WHERE status IN ('open', 'aborted');
CREATE INDEX devices_of_user ON devices (user_id);
CREATE INDEX moderation_open ON moderation (id) WHERE done IS NULL;
COMMIT;
