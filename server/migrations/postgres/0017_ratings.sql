-- What they mean is said in SQLite's migration of the same number.
ALTER TABLE games ADD COLUMN loss_moves BIGINT;
ALTER TABLE games ADD COLUMN loss_hundredths BIGINT;
ALTER TABLE users ADD COLUMN rated_from BIGINT;
