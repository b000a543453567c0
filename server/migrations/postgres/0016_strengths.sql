-- What it means is said in SQLite's migration of the same number.
ALTER TABLE games ADD COLUMN strength BIGINT;
